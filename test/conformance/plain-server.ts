import { createReadStream, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join, normalize } from "node:path";
import { parseRange } from "../../build/hosts/file-answer.ts";
import { contentType } from "../../build/hosts/media-types.ts";

/**
 * The plainest file server: a path is a file, a folder is its index.html, and everything else is 404, without redirects and
 * whatever the method. What it answers itself can be distinguished from what the service worker answers.
 *
 * @param options.ranges whether it answers a request for a part of a file with that part; otherwise it ignores `Range`
 */
export function plainServer(dir: string, { ranges = false } = {}): RequestListener {
  return (request, response) => {
    const path = decode(request.url ?? "/");
    const file = join(dir, normalize(`/${path}`), path.endsWith("/") ? "index.html" : "");
    const found = path.includes("\0") ? undefined : statSync(file, { throwIfNoEntry: false });
    if (!found?.isFile()) {
      response.writeHead(404, { "content-type": "text/html", "access-control-allow-origin": "*" });
      response.end("<h1>Not found</h1>");
      return;
    }
    const part = ranges ? parseRange(request.headers.range, found.size) : "whole";
    const range = typeof part === "string" ? undefined : { start: part.first, end: part.last };
    const headers = { "content-type": contentType(file), "access-control-allow-origin": "*" };
    response.writeHead(part === "unsatisfiable" ? 416 : range ? 206 : 200, headers);
    if (request.method === "HEAD" || part === "unsatisfiable") response.end();
    else createReadStream(file, range).pipe(response);
  };
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target.replace(/\?.*$/s, ""));
  } catch {
    return "\0";
  }
}
