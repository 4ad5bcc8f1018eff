import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { NEWEST_PAGE, type PageFile } from "../../build/rewrite/search/fragments.ts";
import { createFileSearch } from "../../build/rewrite/search/search-files.ts";
import { QUERIES } from "./queries.ts";
import { searcher } from "./searcher.ts";

const MOST_REQUESTS = 4;
const MOST_BYTES = 120_000;

/** Every so many queries are asked of a search that knows nothing yet, since it begins with reading thousands of names. */
const SAMPLED = 12;

/** A search of the files of a tree, and what it has read since the last look. */
function fileSearch(dir: string) {
  const read: string[] = [];
  const search = createFileSearch(async (path) => {
    read.push(path);
    return JSON.parse(readFileSync(join(dir, path), "utf8")) as unknown;
  });
  return { search, read };
}

/** As sent to a browser: compressed. */
function sentBytes(dir: string, paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + (statSync(join(dir, `${path}.br`), { throwIfNoEntry: false })?.size ?? 0), 0);
}

const LIST = { earthquakes: [] as { event_id: string; occurred_at: string }[] };

describe("the search in files, where no host answers", () => {
  const dir = inject("embeddedTree");

  it("finds for every query of the set what a host finds, and entries of the glossary by their names", async () => {
    const ask = await searcher(dir);
    const { search } = fileSearch(dir);
    for (const [language, q] of QUERIES) {
      const [own, host] = [await search(q), await ask(q)];
      const what = `${language} ${q}`;
      expect([what, own.best, own.names, own.deaths, own.understood]).toEqual([what, host.best, host.names, host.deaths, host.understood]);
      expect([what, ...own.earthquakes]).toEqual([what, ...host.earthquakes]);
      expect([what, ...own.countries]).toEqual([what, ...host.countries.map(({ iso2, slug, name }) => ({ iso2, slug, name }))]);
      const slugs = own.glossary.map(({ slug }) => slug);
      expect([what, ...slugs]).toEqual([what, ...host.glossary.map(({ slug }) => slug).filter((slug) => slugs.includes(slug))]);
    }
  });

  it("needs at most four files and 120 kB for one of them, when nothing has been read", async () => {
    for (const [language, q] of QUERIES.filter((_, at) => at % SAMPLED === 0)) {
      const { search, read } = fileSearch(dir);
      await search(q);
      const cost = { q: `${language} ${q}`, requests: read.length, bytes: sentBytes(dir, read) };
      expect(cost).toSatisfy(({ requests, bytes }: typeof cost) => requests <= MOST_REQUESTS && bytes <= MOST_BYTES);
    }
  });

  it("finds each earthquake of the newest day, and those of its place and year, as a host does", async () => {
    const ask = await searcher(dir);
    const { search } = fileSearch(dir);
    const { events } = JSON.parse(readFileSync(join(dir, NEWEST_PAGE), "utf8")) as PageFile;
    const recent = events.filter(({ record }) => record.occurred_at < "2018-02-08");
    expect(recent.length).toBeGreaterThan(10);
    for (const { record } of recent) {
      const [before = "", after = ""] = record.place_description.split(", ");
      const place = before.replace(/.* of /, "");
      for (const q of [place, `${after || place} 2018`]) {
        expect([q, ...(await search(q)).earthquakes]).toEqual([q, ...(await ask(q)).earthquakes]);
      }
      expect((await search(record.place_description)).earthquakes).toContainEqual(record);
    }
  });

  it("finds the earthquakes of the hour before midnight with pages of either side of it", async () => {
    const { events } = JSON.parse(readFileSync(join(dir, NEWEST_PAGE), "utf8")) as PageFile;
    const lastHour = events.filter(({ record: { occurred_at: at } }) => at >= "2018-02-06T23" && at < "2018-02-07");
    const { earthquakes } = JSON.parse(readFileSync(join(dir, "api/v1/earthquakes.json"), "utf8")) as typeof LIST;
    const listed = earthquakes.filter(({ occurred_at: at }) => at >= "2018-02-06T23" && at < "2018-02-07").map(({ event_id: id }) => id);
    expect(lastHour.map(({ record }) => record.event_id)).toEqual(listed);
    expect(listed.length).toBeGreaterThan(0);
    const search = createFileSearch(async (path) =>
      path === NEWEST_PAGE ? { events: [] } : (JSON.parse(readFileSync(join(dir, path), "utf8")) as unknown),
    );
    for (const { record } of lastHour) expect((await search(record.place_description)).earthquakes).toContainEqual(record);
  });

  it("reads no file twice", async () => {
    const { search, read } = fileSearch(dir);
    await search("haiti 2010");
    const before = read.length;
    await search("haiti 2010");
    expect(read.length).toBe(before);
  });

  it("finds nothing where there is nothing, and does not fail for it", async () => {
    const found = await fileSearch(dir).search("xyzzyx");
    expect(found).toMatchObject({ best: null, earthquakes: [], names: [], deaths: [], countries: [], glossary: [] });
  });
});
