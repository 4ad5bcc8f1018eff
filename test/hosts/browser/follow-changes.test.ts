import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChangeList, SnapshotPosition } from "../../../build/contract/resources/resources.ts";
import { type ChangesSince, type Client, createClient } from "../../../build/hosts/browser/client.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { type Listening, listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { catalogue, entriesSince, event, followed, listOf, ownPart, plantCatalogue, sorted } from "../../tree/changing-catalogue.ts";
import { BASE, filesIn, type MemoryHost, memoryHost } from "./memory-host.ts";
import { offlineHost } from "./offline-world.ts";

const out = join(temporaryFolder(), "tree");
const START = Date.parse("2018-02-07T00:30:00.000Z");
const MINUTE = 60_000;
const STEPS = 20;

const worldAt = (n: number) => catalogue(event("us1", { impact: { ...event("us1").impact, felt_reports: n } }));
/** The snapshot after each step, and the files of the tree then. */
const positions: SnapshotPosition[] = [];
const files: Map<string, Uint8Array>[] = [];

beforeAll(async () => {
  for (let n = 0; n < STEPS; n++) {
    await plantCatalogue(out, worldAt(n), new Date(START + n * 10 * MINUTE).toISOString());
    positions.push(listOf(out).snapshot);
    files.push(filesIn(out));
  }
});

/** A client of a static host that has the tree as it was after a step. */
function bare(step: number): { host: MemoryHost; client: Client; go: (to: number) => void } {
  const host = memoryHost(new Map(files[step]));
  const client = createClient({ base: BASE, mode: "tree", recheckSeconds: 0, fetch: host.fetch });
  return { host, client, go: (to) => void (host.files = new Map(files[to])) };
}

const position = (step: number) => positions[step] as SnapshotPosition;
const newest = () => position(STEPS - 1);

/** That what was told leads from the one step to the other. */
function expectToLead({ gap, entries, position: to }: ChangesSince, from: number, until: number): void {
  expect([gap, to]).toEqual([false, position(until)]);
  expect(sorted(followed(ownPart(worldAt(from)), entries))).toEqual(sorted(ownPart(worldAt(until))));
  expect(entries).toHaveLength(until - from);
}

describe.each(["a bare tree", "a host of the API"])("a client that follows %s", (kind) => {
  let host: Listening | undefined;
  let client: Client;
  beforeAll(async () => {
    if (kind === "a bare tree") return void ({ client } = bare(STEPS - 1));
    host = await listen(await createNodeHandler(out));
    client = createClient({ base: `${host.base}/` });
  });
  afterAll(() => host?.close());

  it("gets a position to begin at, and no changes since", async () => {
    expect(await client.changesSince()).toEqual({ gap: false, entries: [], position: newest() });
    expect(await client.changesSince(newest())).toEqual({ gap: false, entries: [], position: newest() });
  });

  it("has all that has changed since any snapshot of the week, from the list or from the hours", async () => {
    for (let step = 0; step < STEPS; step++) {
      expectToLead(await client.changesSince(position(step)), step, STEPS - 1);
    }
  });

  it("gets a gap if no entry continues from its position", async () => {
    const gap = { gap: true, entries: [], position: newest() };
    expect(await client.changesSince({ ...position(3), id: "0".repeat(16) })).toEqual(gap);
    expect(await client.changesSince({ ...position(0), sequence: 0 })).toEqual(gap);
    expect(await client.changesSince({ ...newest(), id: "0".repeat(16) })).toEqual(gap);
    const ahead = { ...newest(), sequence: 99, as_of: "2018-02-01T00:00:00.000Z" };
    expect(await client.changesSince(ahead)).toEqual(gap);
  });

  it("reads list and hours like any other answer", async () => {
    const { body } = await client.changes();
    expect(body).toEqual(listOf(out));
    const { hour = "" } = body.hours[0] ?? {};
    expect((await client.changesHour(hour)).body.entries[0]?.from).toEqual(position(0));
    await expect(client.changesHour("2017-01-01T00")).rejects.toMatchObject({ status: 404 });
  });
});

describe("a client between caches of several ages", () => {
  it("waits if the list is older than what it has seen, and reads nothing twice", async () => {
    const { client, go } = bare(5);
    go(4);
    expect(await client.changesSince(position(5))).toEqual({ gap: false, entries: [], position: position(5) });
    go(6);
    expectToLead(await client.changesSince(position(5)), 5, 6);
  });

  it("takes of an hour what that tells already, and the rest the next time", async () => {
    const { host, client } = bare(STEPS - 1);
    const last = listOf(out).hours.at(-1)?.hour;
    const path = `api/changes/${last}.json`;
    // So that the hours have to be asked.
    const list = { ...listOf(out), entries: [] } satisfies ChangeList;
    host.files.set("api/changes.json", Buffer.from(JSON.stringify(list)));
    host.files.set(path, (files[STEPS - 3] as Map<string, Uint8Array>).get(path) as Uint8Array);
    expectToLead(await client.changesSince(position(2)), 2, STEPS - 3);
    // Nothing new in it: no gap either.
    const nothing = { gap: false, entries: [], position: position(STEPS - 3) };
    expect(await client.changesSince(position(STEPS - 3))).toEqual(nothing);
    host.files = new Map(files[STEPS - 1]);
    expectToLead(await client.changesSince(position(STEPS - 3)), STEPS - 3, STEPS - 1);
  });

  it("gets a gap if an hour that it needs was removed", async () => {
    const { host, client } = bare(STEPS - 1);
    host.files.delete("api/changes/2018-02-07T01.json");
    expect((await client.changesSince(position(0))).gap).toBe(true);
  });

  it("asks for the list alone as long as it looks often enough", async () => {
    const { host, client } = bare(STEPS - 1);
    await client.changesSince(position(STEPS - 5));
    expect(host.asked.filter((path) => path.startsWith("api/changes/"))).toEqual([]);
  });
});

describe("following", () => {
  it("yields each change once, whatever happens to the host meanwhile, until it is aborted", async () => {
    const { host, client, go } = bare(0);
    const ended = new AbortController();
    let kept = ownPart(worldAt(0));
    let step = 0;
    let looks = 0;
    host.before = (path) => {
      if (path !== "api/changes.json") return;
      if (++looks % 3 === 0) throw new TypeError("fetch failed");
      if (looks % 2 === 0 && step < STEPS - 1) go(++step);
    };
    const told: number[] = [];
    const following = async () => {
      const options = { since: position(0), everySeconds: 0.001, signal: ended.signal };
      for await (const { gap, entries } of client.followChanges(options)) {
        expect(gap).toBe(false);
        kept = followed(kept, entries);
        told.push(...entries.map(({ to }) => to.sequence));
        if (told.at(-1) === newest().sequence) ended.abort(new Error("enough"));
      }
    };
    await expect(following()).rejects.toThrow("enough");
    expect(told).toEqual(positions.slice(1).map(({ sequence }) => sequence));
    expect(sorted(kept)).toEqual(sorted(ownPart(worldAt(STEPS - 1))));
  });

  it("goes on after a gap with what comes then", async () => {
    const { client, go } = bare(7);
    const seen: ChangesSince[] = [];
    for await (const changes of client.followChanges({ since: { ...position(3), id: "1".repeat(16) }, everySeconds: 0 })) {
      seen.push(changes);
      go(9);
      if (seen.length === 2) break;
    }
    expect(seen[0]).toEqual({ gap: true, entries: [], position: position(7) });
    expectToLead(seen[1] as ChangesSince, 7, 9);
  });

  it("a host that is not there from the beginning is an error", async () => {
    const { host, client } = bare(0);
    host.up = false;
    await expect(client.followChanges()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "unreachable" });
  });
});

describe("the offline host", () => {
  it("hands the feed on while there is a network, and says so when there is none", async () => {
    const memory = memoryHost(new Map(files[STEPS - 1]));
    const host = offlineHost(memory);
    const ask = async (target: string, headers: Record<string, string> = {}) => {
      const { reply } = await host.respond({ method: "GET", target, header: (name) => headers[name] });
      return { status: reply?.status, etag: reply?.headers["etag"], text: new TextDecoder().decode(reply?.body) };
    };
    const { status, etag = "", text } = await ask("/api/changes/");
    expect([status, JSON.parse(text)]).toEqual([200, listOf(out)]);
    expect((await ask("/api/changes/", { "if-none-match": etag })).status).toBe(304);
    const { hour } = listOf(out).hours[0] ?? {};
    expect((await ask(`/api/changes/${hour}/`)).status).toBe(200);
    expect((await ask("/api/changes/2017-01-01T00/")).status).toBe(404);
    memory.up = false;
    expect((await ask("/api/changes/")).status).toBe(503);
    expect((await ask("/api/v1/earthquakes/us1/")).status).not.toBe(404);
  });
});

it("entries that are looked for by hand are those that the client finds", async () => {
  const { client } = bare(STEPS - 1);
  expect((await client.changesSince(position(1))).entries).toEqual(entriesSince(out, position(1)));
});
