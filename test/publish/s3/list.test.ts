import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseList } from "../../../build/publish/s3/target.ts";

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
  it("is read as it was written, whatever its keys are", () => {
    const given = fc.tuple(fc.array(object), fc.option(fc.string({ minLength: 1 }), { nil: undefined }));
    fc.assert(
      fc.property(given, ([objects, next]) => {
        expect(parseList(listing(objects, next))).toEqual({ objects, next });
      }),
    );
  });

  it("that was cut anywhere is an error and not a shorter list", () => {
    const whole = listing([{ key: "a", bytes: 1, etag: '"x"', modified: 0 }], "next").trimEnd();
    for (let end = 0; end < whole.length; end++) expect(() => parseList(whole.slice(0, end))).toThrow();
  });

  it("without quotes around the ETag is read as well, one without sizes or without its next page is not", () => {
    const [first] = parseList(listing([{ key: "a", bytes: 1, etag: "abc", modified: 0 }])).objects;
    expect(first?.etag).toBe('"abc"');
    expect(() => parseList(listing([{ key: "a", bytes: Number.NaN, etag: "x", modified: 0 }]))).toThrow();
    const open = listing([{ key: "a", bytes: 1, etag: "x", modified: 0 }]).replace("</Contents>", "");
    expect(() => parseList(open)).toThrow("broken entry");
    const lost = listing([], "next").replace(/<Next.*Token>/, "");
    expect(() => parseList(lost)).toThrow();
  });
});
