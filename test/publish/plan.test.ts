import * as fc from "fast-check";
import { expect, it } from "vitest";
import type { IndexEntry } from "../../build/contract/wire/snapshot.ts";
import { type Published, pathOf, planPublish } from "../../build/publish/plan.ts";
import { makeSection } from "../../build/tree/make-index.ts";

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

function published(
  sections: Readonly<Record<string, readonly IndexEntry[]>>,
  variants: boolean,
  asOf = "2018-02-07T00:00:00.000Z",
): Published {
  return { asOf, index: new Map(Object.entries(sections).map(([name, entries]) => [name, makeSection(name, entries)])), variants };
}

it("sends, keeps and removes what differs, and nothing else", () => {
  fc.assert(
    fc.property(files, files, fc.boolean(), fc.boolean(), (older, newer, hadVariants, variants) => {
      const sectionsOf = (all: typeof older) =>
        Object.fromEntries(
          SECTIONS.map((name) => [name, all.filter(({ section }) => section === name).map((one) => entryOf(one.path, one.version))]),
        );
      const standing = { ours: published(sectionsOf(newer), variants), theirs: published(sectionsOf(older), hadVariants) };
      const plan = planPublish({ ...standing, seen: undefined, etagOf: () => "" });
      const objects = (all: typeof older, hasVariants: boolean) =>
        all.flatMap(({ path, version }) => ["", ...(hasVariants ? [".br"] : [])].map((end) => ({ object: path + end, version })));
      const [there, here] = [objects(older, hadVariants), objects(newer, variants)];
      const missing = here.filter(({ object, version }) => !there.some((one) => one.object === object && one.version === version));
      const sent = [...plan.shards, ...plan.answers, ...plan.pages].map(pathOf);
      expect(sent.toSorted()).toEqual(missing.map(({ object }) => object).toSorted());
      const gone = there.filter(({ object }) => !here.some((one) => one.object === object));
      expect([...plan.removed, ...plan.left].toSorted()).toEqual(gone.map(({ object }) => object).toSorted());
      const changed = older.filter(({ path, version }) => version < 3 && newer.find((one) => one.path === path)?.version !== version);
      expect(plan.replaced.map(({ path }) => path).toSorted()).toEqual(changed.map(({ path }) => path).toSorted());
    }),
  );
});

it("sends a file again if its cache class is another, since that is a header of the object", () => {
  const withClass = (cache: IndexEntry["cache"]) => published({ api: [{ ...entryOf("a", 1), cache }] }, true);
  const sent = (cache: IndexEntry["cache"]) =>
    planPublish({ ours: withClass(cache), theirs: withClass("minute"), seen: undefined, etagOf: () => "" }).answers;
  expect(sent("day").map(({ encoding }) => encoding)).toEqual([undefined, "br"]);
  expect(sent("minute")).toEqual([]);
});

it.each([
  ["2018-02-07T01:00:00.000Z", "left"],
  ["2018-02-07T01:00:00.001Z", "removed"],
] as const)("at %s, a shard that no tree has named since midnight is %s", (asOf, fate) => {
  const kept = { ...entryOf("a", 3), encodings: [], unnamed_since: "2018-02-07T00:00:00.000Z" };
  const theirs = published({ kept: [kept] }, false, "2018-02-07T00:59:00.000Z");
  const plan = planPublish({ ours: published({ kept: [] }, false, asOf), theirs, seen: undefined, etagOf: () => "" });
  expect(plan[fate]).toEqual(["a"]);
});
