import { answerFromObjects, type ObjectData } from "../objects.ts";
import type { BenchQuery } from "../queries.ts";

/** The assets that a Worker was deployed with: the JSON of all events among them. */
interface Env {
  ASSETS: { fetch: (request: Request) => Promise<Response> };
}

const ENDPOINTS: Record<string, BenchQuery["endpoint"]> = { "/api/recent/": "recent", "/api/v1/earthquakes/": "earthquakes" };

let json: ArrayBuffer | undefined;

/** A Worker that reads the JSON of all events once, and for each request parses, filters and serialises it. */
export const parsingWorker = {
  async fetch(request: Request, { ASSETS }: Env): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    const endpoint = ENDPOINTS[pathname];
    if (!endpoint) return new Response(null, { status: 404 });
    const answer = answerFromObjects({ name: pathname, endpoint, query: search.slice(1) });
    json ??= await (await ASSETS.fetch(new Request(`${origin}/objects.json`))).arrayBuffer();
    const data = JSON.parse(new TextDecoder().decode(json)) as ObjectData;
    return new Response(answer(data), { headers: { "content-type": "application/json" } });
  },
};
