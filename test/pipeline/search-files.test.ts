import { expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { searchFiles } from "../../build/pipeline/search-files.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import { AS_OF, HOUR, smallInput, usgs } from "../answers/small-catalogue.ts";
import { liveEvent } from "../catalogue/make-records.ts";

it("the key of the newest search page is of the hour before midnight, too", () => {
  const midnight = Date.UTC(2018, 1, 7);
  const pages = [5, 5.1, 5.1].map((magnitude) => {
    const events = [liveEvent({ id: "us1", time: AS_OF - HOUR }), liveEvent({ id: "us2", time: midnight - HOUR / 2, magnitude })];
    const [page] = searchFiles(assembleCatalogue(smallInput({ live: usgs(events) })), NO_CELLS);
    return page && "bytes" in page ? { key: page.key, text: Buffer.from(page.bytes()).toString() } : undefined;
  });
  expect(pages[0]?.text).toContain('"us2"');
  expect(pages[1]).toEqual(pages[2]);
  expect(pages[1]?.key).not.toBe(pages[0]?.key);
});
