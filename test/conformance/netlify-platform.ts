import type { RawAnswer, RawRequest } from "./raw-http.ts";
import { tinyOrigin, toMethod } from "./tiny-origin.ts";

type EdgeFunction = (request: Request, context: { next: (request: Request) => Promise<Response> }) => Promise<Response>;

/** Loads the module that was generated, as the platform does: its default export answers every request. */
async function loadEdgeFunction(code: string): Promise<EdgeFunction> {
  const module = `data:text/javascript;base64,${Buffer.from(code).toString("base64")}`;
  return ((await import(/* @vite-ignore */ module)) as { default: EdgeFunction }).default;
}

/** What `context.next` gives: the published files of a tree, and 404. */
function publishedFiles(dir: string): (request: Request) => Promise<Response> {
  return async ({ url }) => {
    const { status, headers, body } = tinyOrigin(dir, new URL(url).pathname);
    // The platform lets browsers keep nothing unless it is told otherwise.
    return new Response(Buffer.from(body), { status, headers: { ...headers, "cache-control": "public,max-age=0,must-revalidate" } });
  };
}

/** A site with the edge function before its files, asked with the standard `Request` and `Response` that Netlify uses. */
export async function site(dir: string, code: string): Promise<(request: RawRequest) => Promise<RawAnswer>> {
  const run = await loadEdgeFunction(code);
  const next = publishedFiles(dir);
  return async ({ method, target, headers }) => {
    const { "content-length": _, ...given } = headers;
    const made = await run(new Request(`https://example.org${target}`, { method, headers: given }), { next });
    const body = Buffer.from(await made.arrayBuffer());
    const length = made.status === 204 ? {} : { "content-length": `${body.length}` };
    return toMethod(method, { status: made.status, headers: { ...length, ...Object.fromEntries(made.headers) }, body });
  };
}
