import type { Server } from "node:http";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { openTree } from "../../../build/tree/read.ts";
import { verifyTree } from "../../../build/verify/verify.ts";
import { inTemporaryFolder } from "../../tree/tiny-tree.ts";
import { type Answer, ask, withServer } from "../ask.ts";
import { plantWorld, series } from "../catalogue-series.ts";

const query = fc.oneof(
  fc.integer({ min: 1, max: 720 }).map((hours) => `/api/recent/?hours=${hours}&min_magnitude=-1`),
  fc
    .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 0, max: 9 }), fc.constantFrom("NO", "SO"))
    .map(([limit, offset, country]) => `/api/v1/earthquakes/?days=30&limit=${limit}&offset=${offset}&country=${country}`),
  fc.constantFrom("town", "us1", "km n", "nor").map((q) => `/api/search/?q=${encodeURIComponent(q)}`),
  fc.constantFrom("town", "first", "nor").map((q) => `/api/v1/search/?q=${q}`),
  fc.constantFrom(1, 6, 168).map((hours) => `/api/live-feed/?hours=${hours}`),
  fc.constantFrom(
    "/api/v1/countries/?zone=high",
    "/api/recent/?hours=0",
    "/api/nothing/",
    "/api/v1/stats",
    "/api/v1/earthquakes/us9/",
    "/api/v1/earthquakes/us20/",
    "/api/v1/earthquakes/any-words-us21/",
  ),
);

/** The path of every answer that lies in a tree. */
async function wholeAnswers(dir: string): Promise<string[]> {
  const paths = [...(await openTree(dir)).files.keys()].filter((path) => /^api[/.]/.test(path));
  return paths.map((path) => (path.endsWith("openapi.json") ? `/${path}` : `/${path.replace(/\.json$/, "/")}`));
}

const SAME = ["content-type", "etag", "last-modified", "link", "x-snapshot", "x-as-of", "allow", "content-encoding"] as const;

/** What has to be the same as when the snapshot was the current one. */
function essence({ status, headers, body }: Answer): unknown {
  return [status, SAME.map((name) => headers[name]), body.toString("latin1")];
}

interface Remembered {
  id: string;
  answers: Map<string, unknown>;
}

async function remember(server: Server, id: string, targets: Iterable<string>): Promise<Remembered> {
  const answers = new Map<string, unknown>();
  const remembering = [...targets].map(async (target) => {
    const answer = await ask(server, target, { headers: PACKED });
    answers.set(target, [essence(answer), answer.headers["location"]]);
  });
  await Promise.all(remembering);
  return { id, answers };
}

const PACKED = { "accept-encoding": "br" };

async function checkPinned(server: Server, { id, answers }: Remembered): Promise<void> {
  for (const [target, expected] of answers) {
    const answer = await ask(server, `/s/${id}${target}`, { headers: PACKED });
    const location = answer.headers["location"]?.replace(`/s/${id}`, "");
    expect([id, target, essence(answer), location]).toEqual([id, target, ...(expected as unknown[])]);
    if (answer.headers["location"]) expect(answer.headers["location"]).toContain(`/s/${id}/api/`);
    const kept = answer.status === 200 || answer.status === 308 ? "public, max-age=31536000, immutable" : "public, max-age=30";
    expect([target, answer.headers["cache-control"]]).toEqual([target, kept]);
    const known = await ask(server, `/s/${id}${target}`, { headers: { "if-none-match": answer.headers["etag"] ?? '"none"' } });
    expect(known.status).toBe(answer.status === 200 && answer.headers["content-encoding"] === undefined ? 304 : answer.status);
  }
}

test("every snapshot that is kept answers under its pin what it answered when it was the current one, to the byte", () =>
  fc.assert(
    fc.asyncProperty(series, fc.array(query, { minLength: 5, maxLength: 12 }), (worlds, queries) =>
      inTemporaryFolder(async (dir) => {
        const out = join(dir, "tree");
        const kept = new Map<string, Remembered>();
        for (const world of worlds) {
          const id = await plantWorld(out, world);
          await withServer(await createNodeHandler(out), async (server) => {
            kept.set(id, await remember(server, id, [...(await wholeAnswers(out)), ...queries]));
          });
        }
        expect((await verifyTree(out)).faults).toEqual([]);
        await withServer(await createNodeHandler(out), async (server) => {
          await Promise.all([...kept.values()].map((remembered) => checkPinned(server, remembered)));
        });
      }),
    ),
    { numRuns: 5 },
  ));
