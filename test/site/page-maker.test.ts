import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { unchangedSince } from "../../build/platform/program-hash.ts";
import { pageKeys } from "../../build/site/page-maker.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { historicalRecord } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { pagesOf } from "./data/pages-of.ts";

const CATALOGUE = assembleCatalogue(smallInput());
const PAGE = { links: [["earthquakes/b/index.html", true]] as const };
const ANSWER = Buffer.from('{"event_id":"a"}');

const keysOf = (catalogue: Catalogue, has: readonly string[], hash?: string) =>
  pageKeys(catalogue, { cells: { files: [], has: new Set(has) } }, hash);

describe("the key of a page of an event", () => {
  it("is another where the program, the land of the maps or the name of a plate is another", () => {
    const renamed = { ...CATALOGUE, plates: CATALOGUE.plates.map((plate) => ({ ...plate, name: `${plate.name}!` })) };
    const keys = [
      keysOf(CATALOGUE, ["1-2"], "a"),
      keysOf(CATALOGUE, ["1-2"], "b"),
      keysOf(CATALOGUE, ["3-4"], "a"),
      keysOf(renamed, ["1-2"], "a"),
    ].map((keyOf) => keyOf(PAGE, ANSWER));
    expect(new Set(keys).size).toBe(4);
    const both = [
      ["1-2", "3-4"],
      ["3-4", "1-2"],
    ].map((has) => keysOf(CATALOGUE, has, "a")(PAGE, ANSWER));
    expect(both[0]).toBe(both[1]);
  });

  it("is another where the answer is another, or a page that it names comes or goes", () => {
    const keyOf = keysOf(CATALOGUE, ["1-2"], "a program");
    const keys = [
      keyOf(PAGE, ANSWER),
      keyOf(PAGE, Buffer.from('{"event_id":"b"}')),
      keyOf({ links: [["earthquakes/b/index.html", false]] }, ANSWER),
      keyOf({ links: [] }, ANSWER),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(keyOf(PAGE, ANSWER)).toBe(keys[0]);
  });

  it("is not known for other pages, and where the program has changed since the process began", () => {
    expect(keysOf(CATALOGUE, [], "a program")({}, ANSWER)).toBeUndefined();
    expect(keysOf(CATALOGUE, [], "unknown")(PAGE, ANSWER)).toBeUndefined();
  });

  it("takes a program for changed that was written later, whatever its files say of themselves", () => {
    const root = `${temporaryFolder()}/`;
    writeFileSync(join(root, "a.ts"), "1");
    utimesSync(join(root, "a.ts"), 0, 0);
    expect(unchangedSince(["a.ts"], Date.now() - 60_000, root)).toBe(false);
    expect(unchangedSince(["a.ts"], Date.now() + 60_000, root)).toBe(true);
  });
});

describe("a page of an event", () => {
  const near = ["qt7", "qt8", "qt9"].map((id, later) =>
    historicalRecord({ id, time: { year: 1951 + later, month: 2, day: 6, hour: 15, minute: 50, second: null } }),
  );
  const neighbours = assembleCatalogue(smallInput({ historical: near }));
  const slugs = neighbours.events.filter(({ historical }) => historical).map(({ slug }) => slug);

  it("follows from its answer and from which of the pages there are that it names: the same of both, the same page", () => {
    const all = pagesOf(neighbours);
    const fewer = pagesOf(neighbours, ({ slug }) => slug !== slugs[0]);
    let [same, other] = [0, 0];
    for (const [path, { text, body, links }] of fewer) {
      const before = all.get(path);
      if (!links) continue;
      expect(before?.body).toEqual(body);
      const unchanged = JSON.stringify(before?.links) === JSON.stringify(links);
      expect(before?.text === text).toBe(unchanged);
      if (unchanged) same++;
      else other++;
    }
    expect(same).toBeGreaterThan(0);
    expect(other).toBeGreaterThan(1);
  });

  it("names every page that it asks after", () => {
    for (const [path, { text, links }] of pagesOf(neighbours)) {
      if (!links) continue;
      const events = [...text.matchAll(/href="\/(earthquakes\/[^/"]+\/)"/g)].map(([, found]) => `${found}index.html`);
      const named = [path, ...links.map(([link]) => link)];
      expect(events.filter((event) => !named.includes(event))).toEqual([]);
    }
  });
});
