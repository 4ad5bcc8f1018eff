import { createReadStream, statSync } from "node:fs";
import type { RequestListener } from "node:http";
import { join, normalize } from "node:path";
import { contentType } from "../../build/hosts/content-type.ts";

/**
 * The plainest file server: a path is a file, a folder is its index.html, and everything else is 404, without redirects and
 * whatever the method. What it answers itself is told apart from what the service worker answers.
 */
export function plainServer(dir: string): RequestListener {
  return (request, response) => {
    const path = decode(request.url ?? "/");
    const file = join(dir, normalize(`/${path}`), path.endsWith("/") ? "index.html" : "");
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
