import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cyrb53, encodedEtag, etagMatches, etagOf, etagOfHash } from "../../../build/contract/wire/etag.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);

describe("the ETag of a body", () => {
  test("is cyrb53, as its author's test vectors have it", () => {
    expect(cyrb53(bytesOf("a"))).toBe(7929297801672961);
    expect(cyrb53(bytesOf("b"))).toBe(8684336938537663);
    expect(cyrb53(bytesOf("revenge"))).toBe(4051478007546757);
    expect(cyrb53(bytesOf("revenue"))).toBe(8309097637345594);
    expect(etagOf(bytesOf("a"))).toBe('"1c2ba782c97901"');
    expect(etagOfHash(0xabc)).toBe('"00000000000abc"');
  });

  test("of a part is that of the part alone", () => {
    expect(cyrb53(bytesOf("<revenge>"), 1, 8)).toBe(cyrb53(bytesOf("revenge")));
  });

  test("does not depend on where in a buffer the bytes lie", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat({ max: 17 }), (bytes, offset) => {
        const buffer = new Uint8Array(bytes.length + offset + 5).fill(0xee);
        buffer.set(bytes, offset);
        expect(etagOf(buffer.subarray(offset, offset + bytes.length))).toBe(etagOf(bytes));
      }),
    );
  });

  test("changes with any single bit and with every byte that is added", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 100 }), fc.nat(), (bytes, at) => {
        const flipped = bytes.slice();
        const byte = at % bytes.length;
        flipped[byte] = (flipped[byte] ?? 0) ^ (1 << (at & 7));
        expect(etagOf(flipped)).not.toBe(etagOf(bytes));
        expect(etagOf(new Uint8Array([...bytes, 0]))).not.toBe(etagOf(bytes));
      }),
    );
  });

  test("differs for 100,000 bodies that differ in two neighbouring words only", () => {
    const body = bytesOf('{"count":1,"earthquakes":[{"event_id":"us1000chhc"}]}');
    const words = new DataView(body.buffer);
    const seen = new Set<string>();
    for (let high = 0; high < 316; high++) {
      for (let low = 0; low < 317; low++) {
        words.setUint16(18, high * 207, true);
        words.setUint16(22, low * 206, true);
        seen.add(etagOf(body));
      }
    }
    expect(seen.size).toBe(316 * 317);
  });

  test("of an encoded variant is another strong one", () => {
    expect(encodedEtag('"abc"', "br")).toBe('"abc-br"');
    expect(encodedEtag('"abc"', "gzip")).toBe('"abc-gzip"');
  });
});

describe("If-None-Match", () => {
  const etag = '"0123456789abcdef"';

  test.each([etag, "*", " * ", `W/${etag}`, `"x", ${etag}`, `"a,b" ,\t${etag} , "c"`, `,, ${etag},`, `W/"",W/${etag}`, `"é", ${etag}`])(
    "matches: %s",
    (header) => expect(etagMatches(header, etag)).toBe(true),
  );

  test.each([
    "",
    '"other"',
    "0123456789abcdef",
    `w/${etag}`,
    `W/ ${etag}`,
    `${etag} garbage`,
    `garbage, ${etag}`,
    `${etag}, "open`,
    `${etag} "x"`,
    `*, ${etag}`,
    `"${etag}"`,
    '"0123456789abcdef-br"',
  ])("does not match: %s", (header) => expect(etagMatches(header, etag)).toBe(false));

  test("compares weakly also if our own ETag is weak", () => {
    expect(etagMatches('"a"', 'W/"a"')).toBe(true);
  });

  test("takes any text without throwing, in time that grows with its length", () => {
    fc.assert(fc.property(fc.string(), (header) => typeof etagMatches(header, etag) === "boolean"));
    const start = process.cpuUsage();
    etagMatches(`${" ".repeat(100_000)}x`, etag);
    etagMatches('"x", '.repeat(20_000), etag);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
  });

  test("finds any ETag in any well-formed list", () => {
    const tag = fc.stringMatching(/^[\x21\x23-\x7e]{0,8}$/).map((opaque) => `"${opaque}"`);
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1 }), tag, (tags, wanted) => {
        expect(etagMatches(tags.join(", "), wanted)).toBe(tags.includes(wanted));
      }),
    );
  });
});
