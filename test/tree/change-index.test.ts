/** The index as it is changed, compared with one that is made of all entries at once. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HASH_DIGITS, hashOfPath, MAX_LINES } from "../../build/contract/wire/index-part.ts";
import type { IndexEntry } from "../../build/contract/wire/snapshot.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { indexDifference } from "../../build/tree/index-difference.ts";
import { entryIn, type IndexNode, nodesBelow, openIndex } from "../../build/tree/index-node.ts";
import { changeSection, makeSection, recordOfSection } from "../../build/tree/make-index.ts";

type Entries = ReadonlyMap<string, IndexEntry>;

function entry(path: string, version: number): IndexEntry {
  return { path, bytes: version, sha256: sha256(`${path} ${version}`), etag: `"${version}"`, cache: "minute", encodings: [] };
}

const pathOf = (number: number) => `api/${number}.json`;

/** The files of a section by name, made anew of all entries in the plainest way. */
function expectedFiles(entries: Entries): Map<string, string> {
  const files = new Map<string, string>();
  type Row = { entry: IndexEntry; bits: string };
  const rows = Array.from(entries.values(), (one) => ({ entry: one, bits: hashOfPath(one.path).toString(2).padStart(HASH_DIGITS, "0") }));
  const put = (bits: string, lines: readonly object[], count: number) => {
    const text = lines.length === 0 ? "[]\n" : `[\n${lines.map((line) => JSON.stringify(line)).join(",\n")}\n]\n`;
    files.set(sha256(text), text);
    return { bits, sha256: sha256(text), bytes: Buffer.byteLength(text), files: count };
  };
  type Part = ReturnType<typeof put>;
  const putList = (bits: string, parts: Part[]) =>
    put(
      bits,
      parts,
      parts.reduce((sum, part) => sum + part.files, 0),
    );
  const putLeaf = (bits: string, some: Row[]) => {
    const listed = some.map((row) => row.entry).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    return put(bits, listed, listed.length);
  };
  const partsOf = (bits: string, some: Row[]): Part[] => {
    if (some.length === 0) return [];
    if (some.length <= MAX_LINES) return [putLeaf(bits, some)];
    const sides = ["0", "1"].map((digit) => {
      const side = bits + digit;
      return {
        side,
        parts: partsOf(
          side,
          some.filter((row) => row.bits.startsWith(side)),
        ),
      };
    });
    if (sides.flatMap(({ parts }) => parts).length <= MAX_LINES) return sides.flatMap(({ parts }) => parts);
    return sides.flatMap(({ side, parts }) => (parts.length > 1 ? [putList(side, parts)] : parts));
  };
  if (rows.length <= MAX_LINES) putLeaf("", rows);
  else putList("", partsOf("", rows));
  return files;
}

function filesOf(root: IndexNode): Map<string, string> {
  return new Map(Array.from(nodesBelow([root]), (node) => [node.sha256, Buffer.from(node.text()).toString()]));
}

/** The same section, of which nothing has been read. */
function reopened(root: IndexNode, files: ReadonlyMap<string, string>, asked: string[] = []): IndexNode {
  const read = ({ sha256: hash }: { sha256: string }) => {
    asked.push(hash);
    return Buffer.from(files.get(hash) ?? "");
  };
  return openIndex({ index: [recordOfSection(root)] }, read).get("api") as IndexNode;
}

/** A change of a section: which of its files stay, which of these are others, and how many are new. */
const change = fc.record({
  kept: fc.constantFrom(0, 0.01, 0.4, 0.97, 1),
  changed: fc.constantFrom(0, 0.001, 0.05, 1),
  added: fc.constantFrom(0, 1, 3, 70, 900),
  random: fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })),
});
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;

function changed(entries: Entries, { kept, changed: share, added, random }: Change, at: number): Entries {
  const chance = () => Number(random.next().value);
  const next = new Map<string, IndexEntry>();
  for (const [path, one] of entries) if (chance() < kept) next.set(path, chance() < share ? entry(path, at + 1) : one);
  for (let count = 0; count < added; count++) {
    const path = pathOf(Math.floor(chance() * 1e6));
    next.set(path, entry(path, at + 1));
  }
  return next;
}

function differing(before: Entries, after: Entries) {
  const paths = [...new Set([...before.keys(), ...after.keys()])].toSorted();
  return paths.flatMap((path) => {
    const [was, is] = [before.get(path), after.get(path)];
    return was?.sha256 === is?.sha256 ? [] : [{ path, ...(was && { before: was }), ...(is && { after: is }) }];
  });
}

const sizes = fc.constantFrom(0, 1, 60, 64, 65, 200, 4_500);

test("a section after changes is to the byte the one that is made anew, and its difference is what was changed", () => {
  fc.assert(
    fc.property(sizes, fc.array(change, { minLength: 1, maxLength: 3 }), (size, changes) => {
      let entries: Entries = new Map(Array.from({ length: size }, (_, at) => [pathOf(at), entry(pathOf(at), 0)]));
      let section = makeSection("api", entries.values());
      for (const [at, one] of changes.entries()) {
        const next = changed(entries, one, at);
        const files = filesOf(section);
        const former = reopened(section, files);
        const difference = differing(entries, next);
        const put = difference.flatMap(({ after }) => after ?? []);
        const gone = difference.flatMap(({ path, after }) => (after ? [] : path));
        section = changeSection(former, put, gone);
        const expected = expectedFiles(next);
        expect(filesOf(section)).toEqual(expected);
        expect(section.files).toBe(next.size);
        const told = indexDifference(new Map([["api", reopened(former, files)]]), new Map([["api", section]])).get("api");
        expect(told?.entries).toEqual(difference);
        const only = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>) =>
          [...a.keys()].filter((hash) => !b.has(hash)).toSorted();
        const hashes = (nodes: readonly IndexNode[] = []) => nodes.map((node) => node.sha256).toSorted();
        expect(hashes(told?.files.before)).toEqual(only(files, expected));
        expect(hashes(told?.files.after)).toEqual(only(expected, files));
        entries = next;
      }
    }),
    { numRuns: 15 },
  );
});

const MANY = new Map(Array.from({ length: 20_000 }, (_, at) => [pathOf(at), entry(pathOf(at), 0)]));
const LARGE = makeSection("api", MANY.values());
const FILES = filesOf(LARGE);

test("a changed, a new and a removed entry among 20,000 take the reading of few files, and the rest stays the same objects", () => {
  const asked: string[] = [];
  const former = reopened(LARGE, FILES, asked);
  const put = [entry(pathOf(7), 1), entry("new.json", 1)];
  const next = changeSection(former, put, [pathOf(70)]);
  expect(asked.length).toBeLessThan(16);
  const read = asked.length;
  const difference = indexDifference(new Map([["api", former]]), new Map([["api", next]])).get("api");
  expect(difference?.entries.map(({ path }) => path)).toEqual([pathOf(7), pathOf(70), "new.json"].toSorted());
  expect(difference?.files.after.length).toBeLessThan(12);
  expect(asked).toHaveLength(read);
  expect(entryIn(next, "new.json")?.bytes).toBe(1);
  expect(entryIn(next, pathOf(70))).toBeUndefined();
});

test("changes that change nothing leave the section as it is", () => {
  const same = structuredClone(MANY.get(pathOf(3))) as IndexEntry;
  expect(changeSection(LARGE, [same], ["not/there.json"])).toBe(LARGE);
});
