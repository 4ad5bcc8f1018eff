import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { contentType } from "../../build/hosts/media-types.ts";
import type { RawAnswer } from "./raw-http.ts";

/**
 * What stands behind a function at the edge: a store of files that knows their bytes, type and date, and a 404 of its own.
 *
 * @param path of a file, percent-encoded, with its leading slash
 */
export function tinyOrigin(dir: string, path: string): RawAnswer {
  try {
    const file = join(dir, `.${decodeURIComponent(path)}`);
    const body = readFileSync(file);
    const headers = {
      "content-type": contentType(file),
      "content-length": String(body.length),
      "accept-ranges": "bytes",
      etag: `"${createHash("md5").update(body).digest("hex")}"`,
      "last-modified": statSync(file).mtime.toUTCString(),
    };
    return { status: 200, headers, body };
  } catch {
    const body = Buffer.from("<Error><Code>NoSuchKey</Code></Error>");
    return { status: 404, headers: { "content-type": "application/xml", "content-length": `${body.length}` }, body };
  }
}

/** An answer to HEAD: what a GET would be given, but its body. */
export function toMethod(method: string, answer: RawAnswer): RawAnswer {
  return method === "HEAD" ? { ...answer, body: new Uint8Array(0) } : answer;
}
