import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { detailIn, MAX_PER_PACK, packFiles, packHash, packOf, readPacks, writePacks } from "../../../build/rewrite/shards/packs.ts";
import { anyDamage, damaged, readsOrRefuses, refusal } from "./hostile.ts";

const encoder = new TextEncoder();

function pack(ids: readonly string[], version = "") {
  const files = new Map<string, Uint8Array>();
  const table = writePacks(
    ids.map((id) => ({ id, detail: () => detailOf(id, version) })),
    (bytes) => {
      const hash = createHash("sha256").update(bytes).digest("hex");
      files.set(`shards/${hash}.json`, bytes);
      return hash;
    },
  );
  return { table, files };
}

/** With what could be taken for another event's line. */
function detailOf(id: string, version = ""): string {
  return JSON.stringify({ event_id: id, place: `\n{"event_id":"${id}",`, neighbour: { event_id: "us1" }, version });
}

const anyId = fc.oneof(fc.stringMatching(/^[a-z0-9]{1,6}$/), fc.string({ unit: "binary", minLength: 1, maxLength: 6 }));
const anyIds = fc.uniqueArray(anyId, { maxLength: 200 });
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `us${at.toString(36)}`);

describe("packs", () => {
  it("give the detail of every event as it was written, and of no other", () => {
    fc.assert(
      fc.property(anyIds, anyId, (ids, other) => {
        const { table, files } = pack(ids);
        const packs = readPacks(table);
        for (const id of ids) {
          const bytes = files.get(packOf(packs, id)) as Uint8Array;
          expect(new TextDecoder().decode(detailIn(bytes, id))).toBe(detailOf(id));
        }
        const there = files.get(packOf(packs, other)) as Uint8Array;
        if (!ids.includes(other)) expect(refusal(() => detailIn(there, other))).toBe("packs: detail");
        expect(packFiles(packs).map((path) => files.has(path))).toEqual(packFiles(packs).map(() => true));
      }),
    );
  });

  it("hold few events each, in files that are JSON with a line an event", () => {
    const ids = numbered(3_000);
    const { table, files } = pack(ids);
    const sizes = packFiles(readPacks(table)).map((path) => {
      const text = new TextDecoder().decode(files.get(path));
      const { earthquakes } = JSON.parse(text) as { earthquakes: unknown[] };
      expect(text.split("\n")).toHaveLength(earthquakes.length + 3);
      return earthquakes.length;
    });
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MAX_PER_PACK);
    expect(sizes.reduce((sum, size) => sum + size)).toBe(ids.length);
    expect(sizes.length).toBeLessThan((3 * ids.length) / MAX_PER_PACK);
    expect(packFiles(readPacks(pack(numbered(MAX_PER_PACK)).table))).toHaveLength(1);
    expect(packFiles(readPacks(pack(numbered(MAX_PER_PACK + 1)).table)).length).toBeGreaterThan(1);
  });

  it("stay as they are but for the one whose event changed", () => {
    const ids = numbered(3_000);
    const before = packFiles(readPacks(pack(ids).table));
    const after = packFiles(readPacks(pack([...ids, "us7000abcd"]).table));
    expect(after.filter((path) => !before.includes(path)).length).toBeLessThanOrEqual(2);
    expect(pack(ids.toReversed()).table).toEqual(pack(ids).table);
  });

  it("begin at the hash that the table says", () => {
    const lines = new TextDecoder().decode(pack(numbered(100)).table).split("\n");
    expect(lines[0]).toBe("QTD1");
    expect(lines[1]?.slice(0, 8)).toBe("00000000");
    expect(packHash("us7000abcd")).toMatch(/^[0-9a-f]{8}$/);
  });

  it("are refused where the table is not as it was written", () => {
    const { table } = pack(numbered(200));
    expect(refusal(() => readPacks(encoder.encode("QTD1\n")))).toBe("packs: line");
    const text = new TextDecoder().decode(table);
    const [head = "", first = "", second = "", ...rest] = text.split("\n");
    const turned = [head, first, ...rest.slice(0, 1), second, ...rest.slice(1)].join("\n");
    const repeated = [head, first, second, second, ...rest].join("\n");
    for (const wrong of [turned, repeated]) expect(refusal(() => readPacks(encoder.encode(wrong)))).toMatch(/^packs: line-order \d+$/);
    fc.assert(
      fc.property(anyDamage, (damage) => {
        const packs = readsOrRefuses(readPacks, damaged(table, damage));
        if (packs !== undefined) expect(packOf(packs, "us1")).toMatch(/^shards\/[0-9a-f]{64}\.json$/);
      }),
    );
  });
});
