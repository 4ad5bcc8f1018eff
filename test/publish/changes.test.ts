import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import type { ChangeList, ChangesOfHour, SnapshotPosition } from "../../build/contract/resources/resources.ts";
import { createClient } from "../../build/hosts/browser/client.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { catalogue, event, followed, listOf, ownPart, plantCatalogue, sorted } from "../tree/changing-catalogue.ts";
import { Died, livesOn, type MemoryTarget, memoryTarget } from "./memory-target.ts";
import { publishTo } from "./publishing.ts";

const tree = join(temporaryFolder(), "tree");
const START = Date.parse("2018-02-07T00:30:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let target: MemoryTarget;
beforeEach(() => {
  rmSync(tree, { recursive: true, force: true });
  target = memoryTarget();
});

const worldAt = (n: number) => catalogue(event("us1", { impact: { ...event("us1").impact, felt_reports: n } }));

async function grow(n: number, after: number = n * 10 * MINUTE): Promise<SnapshotPosition> {
  await plantCatalogue(tree, worldAt(n), new Date(START + after).toISOString());
  return listOf(tree).snapshot;
}

async function growAndPublish(n: number, after?: number): Promise<SnapshotPosition> {
  const position = await grow(n, after);
  await publishTo(target, tree);
  return position;
}

function there(path: string): unknown {
  return JSON.parse(target.objects.get(path)?.bytes.toString("utf8") ?? "null");
}

const listThere = (): ChangeList => there("api/changes.json") as ChangeList;
const hoursThere = (): string[] =>
  [...target.objects.keys()].filter((path) => path.startsWith("api/changes/") && path.endsWith(".json")).toSorted();

/** A client of the objects as they are now. */
function client() {
  const base = "https://bucket.example/";
  const fetch = async (url: string) => {
    const held = target.objects.get(url.slice(base.length));
    return held ? new Response(Uint8Array.from(held.bytes)) : new Response("", { status: 404 });
  };
  return createClient({ base, mode: "tree", fetch });
}

describe("an object store that is published to", () => {
  it("has the feed of the tree, to be kept no longer than what every rebuild changes", async () => {
    for (const n of [0, 1, 5]) await growAndPublish(n);
    expect(listThere()).toEqual(listOf(tree));
    expect(hoursThere()).toEqual(["api/changes/2018-02-07T00.json", "api/changes/2018-02-07T01.json"]);
    expect(target.objects.get("api/changes.json")?.headers.cacheControl).toContain("max-age=30");
    expect(target.objects.get("api/changes.json")?.headers.contentType).toBe("application/json");
  });

  it("gets only the hours that may have new entries", async () => {
    for (const n of [0, 1, 5]) await growAndPublish(n);
    const [first = ""] = hoursThere();
    const before = target.objects.get(first);
    await growAndPublish(6);
    expect(target.objects.get(first)).toBe(before);
    expect((there(hoursThere()[1] ?? "") as ChangesOfHour).entries).toHaveLength(2);
  });

  it("lacks nothing of what changed in builds that were not published", async () => {
    const since = await growAndPublish(0);
    for (const n of [1, 5, 9, 14]) await grow(n);
    await growAndPublish(20);
    const { gap, entries } = await client().changesSince(since);
    expect([gap, entries.length]).toEqual([false, 5]);
    expect(sorted(followed(ownPart(worldAt(0)), entries))).toEqual(sorted(ownPart(worldAt(20))));
  });

  it("has compressed variants of it if they are wanted", async () => {
    for (let n = 0; n < 8; n++) await grow(n);
    await publishTo(target, tree, { variants: true });
    expect(target.objects.has("api/changes.json.br")).toBe(true);
  });

  it("removes hours that are older than a week, and nothing else of the feed", async () => {
    await growAndPublish(0);
    await growAndPublish(1);
    target.wait(9 * DAY);
    await growAndPublish(2, 9 * DAY);
    await growAndPublish(3, 10 * DAY);
    expect(hoursThere()).toEqual(["api/changes/2018-02-16T00.json", "api/changes/2018-02-17T00.json"]);
    await publishTo(target, tree, { repair: true });
    expect(hoursThere()).toHaveLength(2);
    expect(listThere()).toEqual(listOf(tree));
  });

  it("gets back by repair what has gone", async () => {
    for (const n of [0, 1, 5]) await growAndPublish(n);
    const [first = ""] = hoursThere();
    target.objects.delete(first);
    await publishTo(target, tree, { repair: true });
    expect(hoursThere()).toHaveLength(2);
  });

  it("the list is true after every operation, also if a publisher dies there, and complete after the next run", async () => {
    const begun = await growAndPublish(0);
    await grow(5);
    let n = 0;
    let done = false;
    while (!done) {
      const dies = ++n;
      target.onOperation(async (at) => {
        const { gap, entries } = await client().changesSince(begun);
        expect(gap).toBe(false);
        const told = entries.at(-1)?.to.sequence ?? begun.sequence;
        // Whatever the list names is there, and the feed is never behind the record.
        expect(told).toBeGreaterThanOrEqual((there("snapshot.json") as { sequence: number }).sequence);
        for (const { hour, to } of listThere().hours) {
          expect((there(`api/changes/${hour}.json`) as ChangesOfHour).entries.at(-1)?.to.sequence).toBeGreaterThanOrEqual(to);
        }
        return at === dies ? "before" : undefined;
      });
      done = await publishTo(target, tree).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Died)) throw error;
          return false;
        },
      );
      if (!done && n % 2 === 0) await grow(5 + n);
    }
    target.onOperation(livesOn);
    await publishTo(target, tree);
    const { gap, entries } = await client().changesSince(begun);
    expect([gap, listThere()]).toEqual([false, listOf(tree)]);
    expect(entries.at(-1)?.to).toEqual(listOf(tree).snapshot);
    expect(n).toBeGreaterThan(10);
  });
});
