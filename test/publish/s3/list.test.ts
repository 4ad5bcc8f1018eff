import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createS3Target, parseList } from "../../../build/publish/s3/target.ts";
import { s3Address } from "../../../build/tree/origins/s3/address.ts";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&#34;");
}

function listing(objects: ReturnType<typeof parseList>["objects"], next?: string): string {
  const entries = objects.map(
    ({ key, bytes, etag, modified }) =>
      `<Contents><Key>${escaped(key)}</Key><LastModified>${new Date(modified).toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
  );
  const more = next === undefined ? "" : `<NextContinuationToken>${escaped(next)}</NextContinuationToken>`;
  return `<?xml version="1.0"?>\n<ListBucketResult xmlns="x"><IsTruncated>${next !== undefined}</IsTruncated>${entries.join("\n")}${more}</ListBucketResult>\n`;
}

const object = fc.record({
  key: fc.string({ minLength: 1, unit: "grapheme" }),
  bytes: fc.nat(),
  etag: fc.stringMatching(/^[0-9a-f]{32}$/).map((hex) => `"${hex}"`),
  modified: fc.integer({ min: 0, max: 4e12 }),
});

describe("a listing", () => {
  it("is read as it was written, with any keys", () => {
    const given = fc.tuple(fc.array(object), fc.option(fc.string({ minLength: 1 }), { nil: undefined }));
    fc.assert(
      fc.property(given, ([objects, next]) => {
        expect(parseList(listing(objects, next))).toEqual({ objects, next });
      }),
    );
  });

  it("a listing that was cut anywhere is an error and not a shorter list", () => {
    const whole = listing([{ key: "a", bytes: 1, etag: '"x"', modified: 0 }], "next").trimEnd();
    for (let end = 0; end < whole.length; end++) expect(() => parseList(whole.slice(0, end))).toThrow();
  });

  it("a listing without quotes around the ETag is read, a listing without sizes or without its next page is not", () => {
    const [first] = parseList(listing([{ key: "a", bytes: 1, etag: "abc", modified: 0 }])).objects;
    expect(first?.etag).toBe('"abc"');
    expect(() => parseList(listing([{ key: "a", bytes: Number.NaN, etag: "x", modified: 0 }]))).toThrow();
    const open = listing([{ key: "a", bytes: 1, etag: "x", modified: 0 }]).replace("</Contents>", "");
    expect(() => parseList(open)).toThrow("broken entry");
    const lost = listing([], "next").replace(/<Next.*Token>/, "");
    expect(() => parseList(lost)).toThrow();
  });
});

/** A target whose store answers each listing with the next of these pages, and the last one again. */
function listedFrom(...pages: string[]) {
  const asked: string[] = [];
  const target = createS3Target(
    {
      address: s3Address("s3://bucket/prefix", "https://store.example", {}),
      credentials: async () => ({ accessKeyId: "id", secretAccessKey: "secret" }),
      fetch: async (input) => {
        asked.push(new URL(input).search);
        return new Response(pages[Math.min(asked.length, pages.length) - 1]);
      },
      sleep: async () => {},
      random: () => 0,
      now: () => 0,
    },
    20,
  );
  return { target, asked };
}

describe("the objects of a target", () => {
  const keysOf = (...keys: string[]) => keys.map((key) => ({ key, bytes: 1, etag: '"x"', modified: 0 }));

  it("are those whose keys are paths of a tree below the prefix: other objects are never removed", async () => {
    const outside = [
      "prefix/shards/../../secret",
      "prefix/shards/./a",
      "prefix/shards//a",
      "prefix/shards/a?b",
      "other/shards/a",
      "prefix/api/a",
    ];
    const { target } = listedFrom(listing(keysOf(...outside, "prefix/shards/a.bin", "prefix/shards/.hidden")));
    expect((await target.list("shards/")).map(({ path }) => path)).toEqual(["shards/a.bin"]);
  });

  it("are those of all pages, each asked for by the token of the page before", async () => {
    const { target, asked } = listedFrom(
      listing(keysOf("prefix/a"), "one"),
      listing(keysOf("prefix/b"), "two"),
      listing(keysOf("prefix/c")),
    );
    expect((await target.list("")).map(({ path }) => path)).toEqual(["a", "b", "c"]);
    expect(asked.map((query) => new URLSearchParams(query).get("continuation-token"))).toEqual([null, "one", "two"]);
  });

  it("come to an end: the same page again, or ever more pages, are an error", async () => {
    const again = listedFrom(listing(keysOf("prefix/a"), "next"));
    await expect(again.target.list("")).rejects.toMatchObject({ code: "target-unreachable" });
    expect(again.asked).toHaveLength(2);
    const endless = listedFrom(...Array.from({ length: 22 }, (_, at) => listing([], `${at}`)));
    await expect(endless.target.list("")).rejects.toMatchObject({ code: "target-unreachable", message: expect.stringContaining("no end") });
    expect(endless.asked).toHaveLength(21);
  });
});
