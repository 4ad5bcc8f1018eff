import { join } from "node:path";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashOfPath, type IndexLine, MAX_LINES } from "../../build/contract/wire/index-part.ts";
import type { IndexEntry, IndexSection } from "../../build/contract/wire/snapshot.ts";
import { entriesBelow, fetchIndex, type IndexNode, nodesBelow } from "../../build/tree/index-node.ts";
import { IndexError, type IndexFile, indexFileKey } from "../../build/tree/index-section.ts";
import { makeSection, recordOfSection } from "../../build/tree/make-index.ts";
import { openTree, readIndex } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { linesIn } from "./forge.ts";
import { file, plant } from "./tiny-tree.ts";

function entry(path: string, content = 0): IndexEntry {
  const sha256 = content.toString(16).padStart(64, "0");
  return { path, bytes: content, sha256, etag: `"${content}"`, cache: "minute", encodings: [] };
}

function entries(count: number, from = 0): IndexEntry[] {
  return Array.from({ length: count }, (_, at) => entry(`api/v1/earthquakes/m4-5-${from + at}.json`, at));
}

function made(name: string, all: readonly IndexEntry[]): { record: IndexSection; files: IndexNode[] } {
  const root = makeSection(name, all);
  return { record: recordOfSection(root), files: [...nodesBelow([root])] };
}

/** Reads a section back from what was written; `asked` gets the paths. */
function readBack({ record, files }: ReturnType<typeof made>, asked: string[] = [], known?: readonly IndexNode[]): Promise<IndexNode[]> {
  const texts = new Map(files.map(({ path, text }) => [path, Buffer.from(text())]));
  const read = ({ path }: IndexFile) => {
    asked.push(path);
    return texts.get(path) ?? Buffer.of();
  };
  return readSection(record, read, known);
}

async function readSection(record: IndexSection, read: (file: IndexFile) => Buffer, known?: readonly IndexNode[]): Promise<IndexNode[]> {
  const index = await fetchIndex({ index: [record] }, { fetch: async (file) => read(file), atATime: 2, known });
  return [...nodesBelow(index.values())];
}

const entriesOf = (files: readonly IndexNode[]) => files.flatMap((file) => file.entries());

const byPath = (all: readonly IndexEntry[]) => all.toSorted((a, b) => (a.path < b.path ? -1 : 1));
const paths = fc.uniqueArray(fc.stringMatching(/^[a-z0-9]{1,6}\.json$/), { maxLength: 900 });

test("a section is read back as it was made, whatever the order of its entries, in files of at most so many lines", async () => {
  await fc.assert(
    fc.asyncProperty(paths, fc.infiniteStream(fc.nat()), async (some, random) => {
      const all = some.map((path, at) => entry(path, at));
      const section = made("api", all);
      const keys = new Map(all.map(({ path }) => [path, random.next().value]));
      const shuffled = all.toSorted((a, b) => Number(keys.get(a.path)) - Number(keys.get(b.path)));
      expect(made("api", structuredClone(shuffled)).record).toEqual(section.record);
      const read = await readBack(section);
      expect(byPath(entriesOf(read))).toEqual(byPath(all));
      expect(read.map(indexFileKey).toSorted()).toEqual(section.files.map(indexFileKey).toSorted());
      for (const { text } of section.files) {
        const lines = JSON.parse(String(text())) as IndexLine[];
        expect(lines.length).toBeLessThanOrEqual(MAX_LINES);
      }
    }),
    { numRuns: 40 },
  );
});

test("one new entry among 20,000 changes one file at each of a few levels", () => {
  const all = entries(20_000);
  const before = made("earthquakes", all);
  const after = made("earthquakes", [...all, entry("api/v1/earthquakes/new.json")]);
  const known = new Set(before.files.map(({ path }) => path));
  const changed = after.files.filter(({ path }) => !known.has(path));
  expect(changed.length).toBeLessThanOrEqual(4);
  expect(changed.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(40_000);
  expect(after.files.length).toBeLessThan(20_000 / 20);
});

test("files that are known are not read, nor written down again", async () => {
  const all = entries(1_000);
  const first = made("api", all);
  const known = await readBack(first);
  const second = made("api", [...all, entry("api/v1/new.json")]);
  const asked: string[] = [];
  expect(entriesOf(await readBack(second, asked, known))).toHaveLength(1_001);
  expect(asked.toSorted()).toEqual(
    second.files
      .map(({ path }) => path)
      .filter((path) => !first.files.some((one) => one.path === path))
      .toSorted(),
  );
});

test("paths whose hashes are the same are in one part, however many they are", async () => {
  // Found by trying: the low 32 bits of cyrb53 of both are equal.
  const [one, other] = collision();
  expect(hashOfPath(one)).toBe(hashOfPath(other));
  const all = [entry(one), entry(other), ...entries(200)];
  expect(byPath(entriesOf(await readBack(made("api", all))))).toEqual(byPath(all));
});

function collision(): [string, string] {
  const seen = new Map<number, string>();
  for (let at = 0; ; at++) {
    const path = `q/${at}.json`;
    const hash = hashOfPath(path);
    const other = seen.get(hash);
    if (other !== undefined) return [other, path];
    seen.set(hash, path);
  }
}

/** Changes to a list of parts or entries. */
const LIES: readonly [what: string, lie: (lines: Record<string, unknown>[]) => unknown, told: RegExp][] = [
  ["is not a list", () => ({ parts: [] }), /is not an array/],
  ["names a part twice", (lines) => [lines[0], ...lines], /not apart|files, and not/],
  ["is out of order", (lines) => lines.toReversed(), /not apart|out of order/],
  ["lacks a line", (lines) => lines.slice(1), /files, and not/],
  ["has a line that is null", (lines) => [null, ...lines.slice(1)], /is not an object/],
  ["says another count", ([first, ...rest]) => [{ ...first, files: 9 }, ...rest], /files, and not/],
  ["says no count", ([first, ...rest]) => [{ ...first, files: -1 }, ...rest], /not a count/],
  ["says no size", ([first, ...rest]) => [{ ...first, bytes: 1e12 }, ...rest], /not its size/],
  ["says a size of nothing", ([first, ...rest]) => [{ ...first, bytes: 0 }, ...rest], /not its size/],
  ["says a size in words", ([first, ...rest]) => [{ ...first, bytes: "1" }, ...rest], /not its size/],
  ["leads out of the tree", ([first, ...rest]) => [{ ...first, sha256: "../../../etc/passwd" }, ...rest], /not a hash/],
  ["has other digits", ([first, ...rest]) => [{ ...first, bits: "2" }, ...rest], /not binary digits/],
  ["has more digits", ([first, ...rest]) => [{ ...first, bits: "0".repeat(33) }, ...rest], /not binary digits/],
  ["has a part within a part", ([first, ...rest]) => [first, { ...first, bits: `${String(first?.["bits"])}1` }, ...rest], /not apart/],
  ["has too many parts", ([first]) => Array.from({ length: 65 }, () => first), /more than 64/],
];

test.each(LIES)("a list of parts that %s is refused", async (_, lie, told) => {
  const section = made("api", entries(1_000));
  const [root] = section.files.filter(({ path }) => path === section.record.path);
  const lines = JSON.parse(String(root?.text())) as Record<string, unknown>[];
  const read = ({ path }: IndexFile) => Buffer.from(path === section.record.path ? JSON.stringify(lie(lines)) : "[]");
  const outcome = readSection(section.record, read);
  await expect(outcome).rejects.toThrow(IndexError);
  await expect(outcome).rejects.toThrow(told);
});

test.each<[string, (lines: IndexEntry[], others: IndexEntry[]) => unknown, RegExp]>([
  ["has an entry of another part", ([, ...rest], [other]) => byPath([other as IndexEntry, ...rest]), /belongs to another/],
  ["has an entry twice", ([first, , ...rest]) => [first, first, ...rest], /is a duplicate path/],
  ["is out of order", (lines) => lines.toReversed(), /out of order/],
  ["is a list of parts", (lines) => lines.map(() => ({ bits: "1", sha256: "0".repeat(64), bytes: 1, files: 1 })), /no path/],
  ["has more entries", (lines) => [...lines, entry("zz.json")], /files, and not|belongs to another/],
])("a part that %s is refused", async (_, lie, told) => {
  const section = made("api", entries(1_000));
  const [one, other] = section.files.filter(({ files }) => files <= MAX_LINES && files > 2);
  const linesOf = (given: typeof one) => JSON.parse(String(given?.text())) as IndexEntry[];
  const read = (wanted: IndexFile) => {
    const found = section.files.find(({ path }) => path === wanted.path);
    const text = found === one ? JSON.stringify(lie(linesOf(one), linesOf(other))) : String(found?.text());
    return Buffer.from(text);
  };
  await expect(readSection(section.record, read)).rejects.toThrow(told);
});

test("no bytes in the place of a file of the index are taken for anything else than an error or the same list", async () => {
  const section = made("api", entries(300));
  const texts = new Map(section.files.map(({ path, text }) => [path, Buffer.from(text())]));
  const which = fc.constantFrom(...texts.keys());
  const edit = fc.record({ which, at: fc.nat(), bytes: fc.uint8Array({ maxLength: 6 }), cut: fc.nat({ max: 9 }) });
  await fc.assert(
    fc.asyncProperty(edit, async ({ which: path, at, bytes, cut }) => {
      const text = texts.get(path) ?? Buffer.of();
      const from = at % text.length;
      const damaged = Buffer.concat([text.subarray(0, from), bytes, text.subarray(from + cut)]);
      const read = (wanted: IndexFile) => (wanted.path === path ? damaged : (texts.get(wanted.path) ?? Buffer.of()));
      const outcome = await readSection(section.record, read).catch((error: unknown) => error);
      if (Array.isArray(outcome)) expect(entriesOf(outcome)).toHaveLength(300);
      else expect(outcome).toBeInstanceOf(IndexError);
    }),
    { numRuns: 300 },
  );
});

test("a tree of many files has parts, links those that stay, and is verified", async () => {
  const out = join(temporaryFolder(), "dist");
  const many = Array.from({ length: 300 }, (_, at) => file(`api/v1/countries/${at}.json`, `${at}`, { key: `k${at}` }));
  await plant(out, many);
  await plant(out, [...many, file("api/new.json", "new")]);
  await plant(out, [...many, file("api/newer.json", "newer")]);
  expect((await verifyTree(out)).faults).toEqual([]);
  const { snapshot, index } = await openTree(out);
  const [api] = snapshot.index;
  expect(linesIn(out, api?.path ?? "").every((line) => "bits" in line)).toBe(true);
  expect(index.filter(({ section }) => section === "api").length).toBeGreaterThan(5);
  const fresh = join(temporaryFolder(), "fresh");
  await plant(fresh, [...many, file("api/newer.json", "newer")]);
  expect((await openTree(fresh)).index.map(indexFileKey)).toEqual(index.map(indexFileKey));
  const root = (await readIndex(out, snapshot)).get("api");
  expect([...entriesBelow(root ? [root] : [])]).toHaveLength(301);
});
