import { expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { MINUTE_MS } from "../../../build/platform/time.ts";
import { dataFilesPage } from "../../../build/site/views/data.ts";
import { docsPage } from "../../../build/site/views/reference.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { ENGLISH } from "../english.ts";

const catalogue = assembleCatalogue(smallInput());
const LINK = 'href="../earthquakes/feed/v1.0/summary/';

it("pages link the feeds of the USGS only where the tree has data of the USGS", () => {
  const others = catalogue.sources.filter(({ id }) => id !== "usgs");
  expect(others.length).toBe(catalogue.sources.length - 1);
  for (const [sources, linked] of [
    [catalogue.sources, true],
    [others, false],
  ] as const) {
    expect(dataFilesPage({ ...catalogue, sources }, ENGLISH).includes(LINK)).toBe(linked);
    expect(docsPage(sources, ENGLISH).includes(LINK)).toBe(linked);
  }
});

it("a minute with other events leaves the pages on the data files and the documentation as they are, the next day does not", () => {
  const pagesAt = (minutes: number, more: number) => {
    const asOf = catalogue.asOf + minutes * MINUTE_MS;
    const sources = catalogue.sources.map((source) =>
      source.covers ? { ...source, records: source.records + more, asOf, covers: { ...source.covers, to: asOf } } : source,
    );
    const events = catalogue.events.slice(more);
    return [dataFilesPage({ ...catalogue, asOf, sources, events }, ENGLISH), docsPage(sources, ENGLISH)];
  };
  const now = pagesAt(0, 0);
  expect(pagesAt(1, 1)).toEqual(now);
  const tomorrow = pagesAt(24 * 60, 1);
  expect(tomorrow[0]).toContain("2018-02-08");
  expect(tomorrow[1]).toContain("as of 8 February 2018; covers ");
});
