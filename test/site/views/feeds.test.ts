import { expect, it } from "vitest";
import { assembleCatalogue } from "../../../build/catalogue/assemble.ts";
import { dataFilesPage } from "../../../build/site/views/data.ts";
import { docsPage } from "../../../build/site/views/reference.ts";
import { smallInput } from "../../answers/small-catalogue.ts";
import { ENGLISH } from "../english.ts";

const catalogue = assembleCatalogue(smallInput());
const LINK = 'href="/earthquakes/feed/v1.0/summary/';

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
