import { beforeAll, describe, expect, it } from "vitest";
import { eventPageReply } from "../../build/rewrite/event-reply.ts";
import { openSnapshot, type Snapshot } from "../../build/rewrite/snapshot.ts";
import { type Asker, askerOf, textOf } from "./ask.ts";
import { shardInputOf } from "./plain-catalogue.ts";
import { treeInMemory } from "./tree-in-memory.ts";
import { WITHDRAWN, WORLD } from "./world.ts";

const HUALIEN = "m6-4-18-km-nne-of-hualien-city-taiwan-us1";

let ask: Asker;
let snapshot: Snapshot;

async function pageReply(slug: string) {
  return eventPageReply(snapshot, slug);
}

beforeAll(async () => {
  snapshot = await openSnapshot(treeInMemory(shardInputOf(WORLD, WITHDRAWN)));
  ask = await askerOf(shardInputOf(WORLD, WITHDRAWN));
});

describe("a withdrawn event", () => {
  it("is 410 for 90 days and says when it was withdrawn", async () => {
    for (const slug of ["gone1", "any-words-gone1"]) {
      const { status, body } = await ask.body(`/api/v1/earthquakes/${slug}/`);
      expect(status).toBe(410);
      expect(JSON.parse(textOf({ body })).detail).toBe("The earthquake gone1 was withdrawn on 2017-11-09T10:20:30.456Z.");
    }
  });
});

describe("the address of a page of an earthquake under which there is none", () => {
  it("leads to the page where the slug ends in a known id", async () => {
    const reply = await pageReply("any-words-us1");
    expect([reply?.status, reply?.headers["location"]]).toEqual([308, `/earthquakes/${HUALIEN}/`]);
    expect((await pageReply("us1"))?.headers["location"]).toBe(`/earthquakes/${HUALIEN}/`);
  });

  it("says of one that was withdrawn when, for 90 days", async () => {
    expect((await pageReply("any-words-gone1"))?.status).toBe(410);
    expect(await pageReply("gone2")).toBeUndefined();
  });

  it("is nothing where nobody knows the earthquake, or where the page would be", async () => {
    expect(await pageReply("nobody")).toBeUndefined();
    expect(await pageReply(HUALIEN)).toBeUndefined();
  });
});
