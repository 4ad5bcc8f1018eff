import * as fc from "fast-check";
import { expect, it } from "vitest";
import { citations } from "../../../../build/site/client/figure/citation.ts";
import { csv, rowsOfRecords, withPosition } from "../../../../build/site/client/figure/numbers.ts";
import { SOURCES } from "../../../../build/site/client/figure/sources.ts";

it("cites a figure as text, as BibTeX without commands of TeX in the title, and as CSL-JSON", () => {
  const cited = { title: "Deaths & 5 % {of} A_1", url: "https://quakes.example/countries/peru/", accessed: "2026-11-27" };
  const { Text, BibTeX, "CSL-JSON": json } = citations(cited);
  expect(Text).toBe(`Quaketree (2026). ${cited.title}. ${cited.url} (accessed 2026-11-27). ${SOURCES}`);
  expect(BibTeX).toContain(String.raw`title = {{Deaths \& 5 \% of A\_1}},`);
  expect(BibTeX).toContain("@misc{quaketree2026Deaths5ofA1,");
  expect(JSON.parse(json)).toMatchObject([{ type: "figure", title: cited.title, accessed: { "date-parts": [[2026, 11, 27]] } }]);
});

it("cites any title in BibTeX with braces that match", () => {
  fc.assert(
    fc.property(fc.string(), (title) => {
      const { BibTeX } = citations({ title, url: "https://quakes.example/", accessed: "2026-11-27" });
      let depth = 0;
      for (const sign of BibTeX) depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
      expect(depth).toBe(0);
    }),
  );
});

it("takes the earthquakes of an answer that have a position, each once, as CSV without their lists", () => {
  const one = { event_id: "us1", magnitude: 5, latitude: 1, longitude: 2, place: 'Off "A", B', aliases: ["x"] };
  const two = { ...one, event_id: "us2", magnitude: null };
  const records = withPosition([one, two, one, { ...one, event_id: "us3", latitude: null }]);
  expect(csv(rowsOfRecords(records))).toBe(
    'event_id,magnitude,latitude,longitude,place\nus1,5,1,2,"Off ""A"", B"\nus2,,1,2,"Off ""A"", B"\n',
  );
});
