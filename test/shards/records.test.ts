import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkRecords,
  recordTable,
  shardOfRow,
  shardsOfRows,
  sliceRows,
  writeRecords,
} from "../../build/shards/records.ts";
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

  it("gives any rows in any order, neighbours in one piece", () => {
    fc.assert(
      fc.property(shards, fc.array(fc.nat(59)), (list, wanted) => {
        const table = tableOf(list);
        const all = list.flat();
        const bytes = list.map(writeRecords);
        bytes.forEach((shard, at) => checkRecords("test", shard, table, at));
        const rows = wanted.filter((row) => row < all.length);
        const text = sliceRows(table, rows, bytes)
          .map(({ source, from, to }) =>
            new TextDecoder("utf-8", { ignoreBOM: true }).decode(source.subarray(from, to)),
          )
          .join(",");
        expect(text).toBe(rows.map((row) => all[row]).join(","));
        const everything = sliceRows(table, [...all.keys()], bytes);
        expect(everything).toHaveLength(list.length);
        expect(shardsOfRows(table, rows).toSorted((a, b) => a - b)).toEqual(
          [...new Set(rows.map((row) => shardOfRow(table, row)))].toSorted((a, b) => a - b),
        );
      }),
    );
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
    expect(check('[{"a":11},{"b":2}]')).toBe("test: record 0 does not stand at bytes 1 to 8");
    expect(check('[{"a":1},{"b":22} ')).toBe("test: record 1 does not stand at bytes 9 to 17");
    expect(check('[{"a":1}]')).toBe("test: has 9 bytes instead of 18");
  });
});
