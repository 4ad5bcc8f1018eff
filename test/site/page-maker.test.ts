import { utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { unchangedSince } from "../../build/platform/program-hash.ts";
import { pageMaker } from "../../build/site/page-maker.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { historicalRecord } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { pagesOf } from "./data/pages-of.ts";

const CATALOGUE = assembleCatalogue(smallInput());
const CELLS = { cells: { files: [], has: new Set(["1-2", "3-4"]) } };
const PAGE = { path: "earthquakes/a/index.html", text: "", links: [["earthquakes/b/index.html", true]] as const };

const told = (catalogue: Catalogue, has: readonly string[], hash?: string) =>
  new TextDecoder().decode(pageMaker(catalogue, { cells: { files: [], has: new Set(has) } }, hash).file.bytes);

describe("who makes the pages of events", () => {
  it("is another where the program, the land of the maps or the name of a plate is another", () => {
    const renamed = { ...CATALOGUE, plates: CATALOGUE.plates.map((plate) => ({ ...plate, name: `${plate.name}!` })) };
    const makers = [
      told(CATALOGUE, ["1-2"], "a"),
      told(CATALOGUE, ["1-2"], "b"),
      told(CATALOGUE, ["3-4"], "a"),
      told(renamed, ["1-2"], "a"),
    ];
    expect(new Set(makers).size).toBe(4);
    expect(told(CATALOGUE, ["1-2", "3-4"], "a")).toBe(told(CATALOGUE, ["3-4", "1-2"], "a"));
  });

  it("says of a page that it follows from its answer and from the maker", () => {
    const maker = pageMaker(CATALOGUE, CELLS, "a program");
    expect(maker.followed(PAGE, "api/v1/earthquakes/a/index.json")).toEqual({
      files: [maker.file.path, "api/v1/earthquakes/a/index.json"],
      there: PAGE.links,
    });
    expect(maker.followed({ path: "plates/index.html", text: "" }, "api/v1/plates.json")).toBeUndefined();
  });

  it("is not known where the program has changed since the process began: nothing follows then", () => {
    const maker = pageMaker(CATALOGUE, CELLS, "unknown");
    expect(new TextDecoder().decode(maker.file.bytes)).toBe('{"pages":"unknown"}');
    expect(maker.followed(PAGE, "api/v1/earthquakes/a/index.json")).toBeUndefined();
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
