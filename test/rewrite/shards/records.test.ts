import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkRecords, copyRows, recordTable, rowsBytes, shardOfRow, writeRecords } from "../../../build/rewrite/shards/records.ts";
import { anyDamage, damaged, readsOrRefuses, refusal } from "./hostile.ts";

const record = fc.string({ unit: "grapheme", maxLength: 20 }).map((text) => JSON.stringify({ text }));
const shards = fc.array(fc.array(record, { minLength: 1, maxLength: 10 }), { maxLength: 6 });

function tableOf(list: readonly (readonly string[])[]) {
  const lengths = Uint32Array.from(list.flat(), (text) => new TextEncoder().encode(text).length);
  return recordTable(
    "test",
    lengths,
    Uint32Array.from(list, ({ length }) => length),
  );
}

describe("a record shard", () => {
  it("is a JSON array of its records", () => {
    expect(new TextDecoder().decode(writeRecords(['{"a":1}', '{"b":"é"}']))).toBe('[{"a":1},{"b":"é"}]');
  });

  it("gives any rows in any order, with commas between them", () => {
    fc.assert(
      fc.property(shards, fc.array(fc.nat(59)), fc.nat(3), (list, wanted, before) => {
        const table = tableOf(list);
        const all = list.flat();
        const bytes = list.map(writeRecords);
        bytes.forEach((shard, at) => checkRecords("test", shard, table, at));
        const rows = wanted.filter((row) => row < all.length);
        const every = [...all.keys()];
        // A table keeps views of what was copied before.
        for (const asked of [rows, every, every.slice(1), every.slice(0, -1), rows.toReversed(), rows]) {
          const size = rowsBytes(table, asked);
          const target = new Uint8Array(before + size);
          expect(copyRows(table, bytes, asked, target, before)).toBe(before + size);
          const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(target.subarray(before));
          expect(text).toBe(asked.map((row) => all[row]).join(","));
        }
        list.forEach((own, shard) => {
          own.forEach((_, at) => expect(shardOfRow(table, (table.firstRow[shard] as number) + at)).toBe(shard));
        });
      }),
    );
  });

  it("gives rows as far back as there are", () => {
    const all = Array.from({ length: 17_000 }, (_, row) => `{"r":${row}}`);
    const bytes = [writeRecords(all)];
    const table = tableOf([all]);
    for (const asked of [[16_383, 16_384, 16_990], [16_383, 16_990], [16_384, 16_385], [16_384]]) {
      const target = new Uint8Array(rowsBytes(table, asked));
      copyRows(table, bytes, asked, target, 0);
      expect(new TextDecoder().decode(target)).toBe(asked.map((row) => all[row]).join(","));
    }
  });

  it("is accepted or refused whatever happened to its bytes", () => {
    fc.assert(
      fc.property(shards, anyDamage, (list, damage) => {
        const table = tableOf(list);
        list.forEach((own, at) => {
          readsOrRefuses((bytes) => checkRecords("test", bytes, table, at), damaged(writeRecords(own), damage));
        });
      }),
    );
  });

  it("is refused where a record does not stand where its length says", () => {
    const table = tableOf([['{"a":1}', '{"b":22}']]);
    const check = (text: string) => refusal(() => checkRecords("test", new TextEncoder().encode(text), table, 0));
    expect(check('[{"a":1},{"b":22}]')).toBe("not refused");
    expect(check('[{"a":11},{"b":2}]')).toBe("test: record 0 1 8");
    expect(check('[{"a":1},{"b":22} ')).toBe("test: record 1 9 17");
    expect(check('[{"a":1}]')).toBe("test: length 9 18");
  });
});
