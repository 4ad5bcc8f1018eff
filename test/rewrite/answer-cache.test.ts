import { describe, expect, it } from "vitest";
import { createAnswerCache } from "../../build/rewrite/answer-cache.ts";
import type { BodyReply } from "../../build/rewrite/reply.ts";
import { openSnapshot, respond } from "../../build/rewrite/respond.ts";
import { textOf } from "./ask.ts";
import { shardInputOf } from "./plain-catalogue.ts";
import { treeInMemory } from "./tree-in-memory.ts";
import { WORLD } from "./world.ts";

function reply(bytes: number): BodyReply {
  return { kind: "body", status: 200, headers: {}, body: new Uint8Array(bytes) };
}

describe("the cache of finished answers", () => {
  it("knows a request when it comes again", () => {
    const cache = createAnswerCache(1_000_000);
    expect(cache.isRepeated("/a")).toBe(false);
    expect(cache.isRepeated("/b")).toBe(false);
    expect(cache.isRepeated("/a")).toBe(true);
    for (let other = 0; other < 5_000; other++) cache.isRepeated(`/${other}`);
    expect(cache.isRepeated("/b")).toBe(false);
  });

  it.each([new Uint8Array(10), Buffer.alloc(10)])("keeps an answer in bytes of its own: %o", (body) => {
    const cache = createAnswerCache(1_000_000);
    const offered = { ...reply(10), body };
    cache.put("a", offered);
    offered.body.fill(7);
    expect(cache.get("a")?.body).toEqual(new Uint8Array(10));
  });

  it("drops what has not been asked for for the longest time, and never holds more than its limit", () => {
    const cache = createAnswerCache(100_000);
    for (let at = 0; at < 40; at++) {
      cache.put(`${at}`, reply(8_000));
      cache.get("0");
    }
    const held = Array.from({ length: 40 }, (_, at) => at).filter((at) => cache.get(`${at}`));
    expect(held).toEqual([0, 32, 33, 34, 35, 36, 37, 38, 39]);
  });

  it("does not keep an answer that would drive out too many others", () => {
    const cache = createAnswerCache(100_000);
    cache.put("a", reply(20_000));
    expect(cache.get("a")).toBeUndefined();
  });

  it("gives equal queries, however they are written, one answer, and another snapshot another", async () => {
    const cache = createAnswerCache(1_000_000);
    const tree = treeInMemory(shardInputOf(WORLD));
    const snapshot = await openSnapshot(tree);
    let written = 0;
    const allocate = (bytes: number) => {
      written++;
      return new Uint8Array(bytes + 3);
    };
    const ask = async (target: string, from = snapshot) =>
      (await respond(from, { method: "GET", target }, { cache, allocate })) as BodyReply;
    const list = "/api/v1/earthquakes/";
    const twice = async (target: string) => {
      await ask(target);
      return ask(target);
    };
    const first = await twice(`${list}?days=30&limit=2&page=2`);
    expect(written).toBe(2);
    const second = await twice(`${list}?page=2&limit=2&hours=720`);
    const third = await twice(`${list}?offset=2&hours=720&limit=2&min_mag=0.0`);
    // Each once, when it was new.
    expect(written).toBe(4);
    expect([textOf(second), textOf(third)]).toEqual([textOf(first), textOf(first)]);
    expect(third.headers).toEqual(first.headers);
    const other = { ...snapshot, record: { ...snapshot.record, id: "fedcba9876543210" } };
    const elsewhere = await ask(`${list}?page=2&limit=2&hours=720`, other);
    expect(elsewhere.headers["x-snapshot"]).toBe("fedcba9876543210");
    expect(written).toBe(5);
  });
});
