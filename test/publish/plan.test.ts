import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { IndexEntry } from "../../build/contract/wire/snapshot.ts";
import { type Published, planPublish } from "../../build/publish/plan.ts";

const SECTIONS = ["shards", "kept", "api", "pages"];

function entryOf(path: string, version: number): IndexEntry {
  const sha256 = `${path}${version}`;
  return { path, bytes: 1, sha256, etag: "", cache: version > 2 ? "immutable" : "minute", encodings: ["br"] };
}

/** A snapshot with files of random versions, in random sections. */
const files = fc.uniqueArray(
  fc.record({
    path: fc.constantFrom("a", "b", "c", "d", "e", "f"),
    version: fc.integer({ min: 1, max: 4 }),
    section: fc.constantFrom(...SECTIONS),
  }),
  { selector: ({ path }) => path },
);

it("plans the same, whether two snapshots share the entries that are the same in both or have copies of them", () => {
  fc.assert(
    fc.property(files, files, fc.boolean(), fc.boolean(), (older, newer, hadVariants, variants) => {
      const known = new Map<string, IndexEntry>();
      const published = (all: typeof older, isWithVariants: boolean): Published => {
        const sections = new Map<string, IndexEntry[]>(SECTIONS.map((name) => [name, []]));
        for (const { path, version, section } of all) {
          const key = `${section} ${path} ${version}`;
          const entry = known.get(key) ?? entryOf(path, version);
          known.set(key, entry);
          sections.get(section)?.push(entry);
        }
        return { asOf: "2018-02-07T00:00:00.000Z", index: [], sections, variants: isWithVariants };
      };
      const [theirs, ours] = [published(older, hadVariants), published(newer, variants)];
      const plan = (of: Published) => planPublish({ ours, theirs: of, seen: undefined, etagOf: () => "" });
      expect(plan(theirs)).toEqual(plan(structuredClone(theirs)));
    }),
  );
});

it("sends a file again if its cache class is another, since that is a header of the object", () => {
  const published = (cache: IndexEntry["cache"]): Published => ({
    asOf: "2018-02-07T00:00:00.000Z",
    index: [],
    sections: new Map([["api", [{ ...entryOf("a", 1), cache }]]]),
    variants: true,
  });
  const sent = (cache: IndexEntry["cache"]) =>
    planPublish({ ours: published(cache), theirs: published("minute"), seen: undefined, etagOf: () => "" }).answers;
  expect(sent("day").map(({ encoding }) => encoding)).toEqual([undefined, "br"]);
  expect(sent("minute")).toEqual([]);
});

it.each([
  ["2018-02-07T01:00:00.000Z", "left"],
  ["2018-02-07T01:00:00.001Z", "removed"],
] as const)("at %s, a shard that no tree has named since midnight is %s", (asOf, fate) => {
  const kept = { ...entryOf("a", 3), encodings: [], unnamed_since: "2018-02-07T00:00:00.000Z" };
  const published = (of: string, entries: IndexEntry[]): Published => ({
    asOf: of,
    index: [],
    sections: new Map([["kept", entries]]),
    variants: false,
  });
  const theirs = published("2018-02-07T00:59:00.000Z", [kept]);
  const plan = planPublish({ ours: published(asOf, []), theirs, seen: undefined, etagOf: () => "" });
  expect(plan[fate]).toEqual(["a"]);
});
