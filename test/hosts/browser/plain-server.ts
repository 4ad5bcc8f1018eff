import { createReadStream, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join, normalize } from "node:path";
import { contentType } from "../../../build/hosts/content-type.ts";

/**
 * A file server of the plainest kind, as on any static host: a path is a file, a folder is its index.html, a query has no
 * meaning, and whatever else there is is 404. Nothing of the rewrite.
 *
 * @param dir folder that it serves now
 * @param seen told of every path that is asked for
 */
export function plainServer(dir: () => string, seen: (path: string) => void = () => {}): RequestListener {
  return (request, response) => {
    const path = decode(request.url ?? "/");
    seen(path);
    const file = join(dir(), normalize(`/${path}`), path.endsWith("/") ? "index.html" : "");
    if (path.includes("\0") || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { "content-type": "text/html", "access-control-allow-origin": "*" });
      response.end("<h1>Not found</h1>");
      return;
    }
    response.writeHead(200, { "content-type": contentType(file), "access-control-allow-origin": "*" });
    if (request.method === "HEAD") response.end();
    else createReadStream(file).pipe(response);
  };
}

function decode(target: string): string {
  try {
    return decodeURIComponent(target.replace(/\?.*$/s, ""));
  } catch {
    return "\0";
  }
}
