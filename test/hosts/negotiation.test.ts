import * as fc from "fast-check";
import { expect, it } from "vitest";
import { chooseEncoding, complete, parseRange } from "../../build/hosts/file-answer.ts";
import { createByteCache } from "../../build/hosts/tree-file.ts";

const BOTH = ["br", "gzip"] as const;

it.each([
  [undefined, undefined],
  ["", undefined],
  ["br", "br"],
  ["gzip, br", "br"],
  ["gzip;q=1.0, br;q=0.9", "gzip"],
  ["gzip;q=0, br;q=0", undefined],
  ["BR", "br"],
  ["x-gzip", "gzip"],
  ["*", "br"],
  ["br;q=0, *", "gzip"],
  ["*;q=0", undefined],
  ["identity", undefined],
  ["identity;q=1, br;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.6", "gzip"],
  ["identity;q=0", undefined],
  ["deflate, zstd", undefined],
  ["br;q=2", undefined],
  ["br ; q=0.5 , gzip ;q=0.5", "br"],
  [",,gzip,,", "gzip"],
] as const)("Accept-Encoding %j chooses %j", (header, expected) => {
  expect(chooseEncoding(header, BOTH)).toBe(expected);
});

it("never chooses what there is not", () => {
  expect(chooseEncoding("br, gzip", ["gzip"])).toBe("gzip");
  expect(chooseEncoding("br, gzip", [])).toBeUndefined();
});

it("an answer of 200,000 bytes is sent in the encoding that the client prefers, with an ETag of its own; a smaller one is plain", async () => {
  const asked: string[] = [];
  const pack = async (body: Uint8Array, etag: string, encoding: "br" | "gzip") => {
    asked.push(`${etag} ${encoding}`);
    return body.subarray(0, 7);
  };
  const answer = (bytes: number, headers: Record<string, string>, method = "GET", given: typeof pack | null = pack) => {
    const reply = { kind: "body", status: 200, headers: { etag: '"a"' }, body: new Uint8Array(bytes) } as const;
    return complete({ method, header: (name) => headers[name] }, reply, () => undefined, given ?? undefined);
  };
  const packed = { status: 200, headers: { etag: '"a-br"', "content-encoding": "br", "content-length": "7" } };
  expect(await answer(200_000, { "accept-encoding": "gzip, br" })).toMatchObject({ ...packed, body: new Uint8Array(7) });
  expect(await answer(200_000, { "accept-encoding": "br" }, "HEAD")).toMatchObject({ ...packed, body: new Uint8Array(0) });
  expect(asked).toEqual(['"a" br', '"a" br']);
  const known = await answer(200_000, { "accept-encoding": "br", "if-none-match": '"a-br"' });
  expect([known.status, known.headers["etag"], known.headers["content-encoding"]]).toEqual([304, '"a-br"', undefined]);
  const plain = { status: 200, headers: { etag: '"a"', "content-length": "200000" } };
  expect(await answer(200_000, {})).toMatchObject(plain);
  expect(await answer(200_000, { "accept-encoding": "identity" })).toMatchObject(plain);
  expect(await answer(200_000, { "accept-encoding": "br" }, "GET", null)).toMatchObject(plain);
  expect(await answer(199_999, { "accept-encoding": "br" })).toMatchObject({ headers: { etag: '"a"', "content-length": "199999" } });
  expect(asked).toHaveLength(2);
});

it("whatever a client sends as Range gives a part inside the file, the whole, or a refusal", () => {
  const number = fc.oneof(fc.constant(""), fc.nat(30).map(String), fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String));
  fc.assert(
    fc.property(number, number, fc.nat(20), (from, to, size) => {
      const range = parseRange(`bytes=${from}-${to}`, size);
      if (typeof range === "string") return;
      expect(range.first).toBeGreaterThanOrEqual(0);
      expect(range.last).toBeLessThan(size);
      expect(range.first).toBeLessThanOrEqual(range.last);
      if (from !== "") expect(range.first).toBe(Number(from));
    }),
  );
});

it("a cache makes what is asked for at once only once, keeps it, and forgets the oldest when it is full", async () => {
  const cache = createByteCache(3_000);
  let made = 0;
  const make = async () => {
    made++;
    return Buffer.alloc(1_000);
  };
  await Promise.all([cache.get("a", make), cache.get("a", make)]);
  await cache.get("b", make);
  await cache.get("a", make);
  expect(made).toBe(2);
  await cache.get("c", make);
  await cache.get("a", make);
  expect(made).toBe(3);
  await cache.get("b", make);
  expect(made).toBe(4);
});
