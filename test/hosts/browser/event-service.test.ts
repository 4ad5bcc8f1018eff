import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createEventService, treeEvents } from "../../../build/hosts/browser/event-service.ts";
import type { Fetch } from "../../../build/hosts/browser/source.ts";
import { parseRange } from "../../../build/hosts/file-answer.ts";
import { platformDigest } from "../../../build/hosts/tree-index.ts";
import { AS_OF } from "../../fdsn/world.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { archiveTree, eventsOf } from "../archive-tree.ts";
import { BASE, filesIn, type MemoryHost, memoryHost } from "./memory-host.ts";

const dir = temporaryFolder();
const ids = Array.from({ length: 600 }, (_, at) => `us${at}`);
let older: Map<string, Uint8Array>;
let newer: Map<string, Uint8Array>;

beforeAll(async () => {
  await archiveTree(join(dir, "older"), eventsOf(ids));
  await archiveTree(join(dir, "newer"), eventsOf(["us9999", ...ids], { magnitude: 5 }));
  [older, newer] = [filesIn(join(dir, "older")), filesIn(join(dir, "newer"))];
});

let host: MemoryHost;
/** Bytes that were sent as parts of files. */
let sent: number;
beforeEach(() => {
  sent = 0;
  host = memoryHost(new Map(older));
});

/** Sends parts of files as well. */
const ranged: Fetch = async (url, init) => {
  const response = await host.fetch(url, init);
  const range = new Headers(init?.headers).get("range");
  if (range === null || !response.ok) return response;
  const bytes = await response.arrayBuffer();
  const part = parseRange(range, bytes.byteLength);
  if (typeof part === "string") return new Response(null, { status: 416 });
  sent += part.last + 1 - part.first;
  return new Response(bytes.slice(part.first, part.last + 1), { status: 206 });
};

const QUERY = "/fdsnws/event/1/query?format=text";
const packs = () => host.asked.filter((path) => path.includes(".pack"));
const idsOf = (text: string) => [...text.matchAll(/^(us\d+)\|/gm)].map(([, id]) => id);

describe("the event service of a browser", () => {
  it.each([
    ["sends parts of files", () => ranged],
    ["ignores ranges", () => host.fetch],
  ])("answers from the files of a host that %s", async (_, fetchOf) => {
    const ask = createEventService({ base: BASE, mode: "tree", fetch: fetchOf() });
    const all = await ask(`${QUERY}&limit=20000`);
    expect([all.status, all.headers.get("x-snapshot")]).toEqual([200, expect.stringMatching(/^[0-9a-f]{16}$/)]);
    expect(idsOf(await all.text())).toEqual(ids);
    const oldest = await ask(`${BASE.slice(0, -1)}${QUERY}&limit=2&orderby=time-asc`);
    expect(idsOf(await oldest.text())).toEqual(ids.slice(-2).toReversed());
    const xml = await (await ask("/fdsnws/event/1/query?eventid=us7")).text();
    expect(xml).toContain('publicID="quakeml:earthquake.usgs.gov/fdsnws/event/1/query?eventid=us7&amp;format=quakeml"');
    expect((await ask(`${QUERY}&minmagnitude=9`)).status).toBe(204);
    expect((await ask(QUERY, { method: "HEAD" })).status).toBe(200);
    expect((await ask("/fdsnws/dataselect/1/application.wadl")).status).toBe(404);
    expect((await ask(`${QUERY}&nonsense=1`)).status).toBe(400);
    expect((await ask(`${QUERY}&eventid=nobody`)).status).toBe(204);
  });

  it("reads a file once from a host that ignores ranges, and only parts of it from others", async () => {
    const whole = createEventService({ base: BASE, mode: "tree", fetch: host.fetch });
    await whole(`${QUERY}&limit=20000`);
    await Promise.all(["us1", "us599"].map((id) => whole(`${QUERY}&eventid=${id}`)));
    expect(new Set(packs()).size).toBe(packs().length);
    const parts = createEventService({ base: BASE, mode: "tree", fetch: ranged });
    await parts(`${QUERY}&limit=1`);
    expect(sent).toBeGreaterThan(0);
    expect(sent).toBeLessThan(older.get(packs()[0]?.split(" ")[0] ?? "")?.length ?? 0);
  });

  it("leaves the answer to a host that has the service, and finds out at the first request", async () => {
    const headers = { "x-snapshot": "0123456789abcdef" };
    const own = async () => new Response("from the host", { headers });
    expect(await (await createEventService({ base: BASE, fetch: own })(QUERY)).text()).toBe("from the host");
    const ask = createEventService({ base: BASE, fetch: ranged });
    for (const id of ["us1", "us2"]) expect(idsOf(await (await ask(`${QUERY}&eventid=${id}`)).text())).toEqual([id]);
    expect(host.asked.filter((path) => path.startsWith("fdsnws"))).toHaveLength(1);
  });

  it("says that the archive cannot be reached, and answers when it can be", async () => {
    const ask = createEventService({ base: BASE, fetch: ranged });
    host.up = false;
    const response = await ask(QUERY);
    expect([response.status, await response.text()]).toEqual([503, expect.stringMatching(/^Error 503: .*\n\nThe archive/)]);
    expect(response.headers.get("retry-after")).toBe("30");
    host.up = true;
    expect((await ask(QUERY)).status).toBe(200);
    host.up = false;
    expect((await ask(`${QUERY}&limit=1`)).status).toBe(200);
    expect((await ask(`${QUERY}&eventid=us7`)).status).toBe(503);
  });

  it("rejects with the reason of the signal", async () => {
    const ask = createEventService({ base: BASE, fetch: ranged });
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(ask(QUERY, { signal })).rejects.toThrow("enough");
  });
});

describe("the event service of a plain tree", () => {
  const waited: number[] = [];
  const service = (digest = platformDigest()) =>
    treeEvents({
      base: BASE,
      fetch: ranged,
      digest,
      cacheBytes: 1_000_000,
      recheckAfter: 60_000,
      now: () => 0,
      wait: async (duration) => void waited.push(duration),
    });
  const request = (parameters: string) => ({ method: "GET", target: `${QUERY}&${parameters}`, now: AS_OF });

  it("changes to the newer tree if files of the older one are gone", async () => {
    const ask = service();
    const before = await ask(request("limit=1"));
    host.files = newer;
    const after = await ask(request("orderby=time-asc&limit=20000"));
    expect(after.status).toBe(200);
    expect(after.headers["x-snapshot"]).not.toBe(before.headers["x-snapshot"]);
    expect(idsOf(new TextDecoder().decode(after.body))).toHaveLength(601);
  });

  it("reads a damaged part again past every cache, and answers nothing from one that stays damaged", async () => {
    let faults = 1;
    host.before = (path) => {
      const whole = older.get(path);
      if (whole && path.endsWith(".pack")) host.files.set(path, faults-- > 0 ? Uint8Array.from(whole, (byte) => byte ^ 1) : whole);
    };
    expect((await service()(request("limit=3"))).status).toBe(200);
    expect(packs()).toContain(packs()[0]?.replace("default", "reload"));
    faults = Number.POSITIVE_INFINITY;
    const { status, body } = await service()(request("limit=3"));
    expect([status, new TextDecoder().decode(body)]).toEqual([503, expect.stringContaining(".pack")]);
    expect(waited).toEqual([300, 1_000, 3_000]);
  });

  it("does not report another error as an archive that cannot be read", async () => {
    const broken = () => Promise.reject(new RangeError("broken"));
    await expect(service(broken)(request("limit=1"))).rejects.toThrow("broken");
  });
});
