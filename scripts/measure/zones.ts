/**
 * What the rule of seismic zones makes of 120 countries whose class is published hazard: `npm run measure --
 * methods CORPUS`. First from the embedded data; with a CORPUS, which holds `noaa/`, `plates/original/` and
 * `usgs/catalogue/`, also from NOAA's table and Bird's plates, without and with an archive. The held-out countries are counted apart,
 * and so are sixty others by another person's list.
 */
import { publishedZones } from "../../build/site/views/methods.ts";
import { EXPECTED_ZONES, HELD_OUT_COUNTRIES } from "../../test/catalogue/expected-zones.ts";
import { zoneResults, zoneTable } from "./zones/agreement.ts";
import { corpusCatalogues, embeddedCatalogue } from "./zones/catalogues.ts";

const [corpus] = process.argv.slice(2);
const catalogues = { embedded: await embeddedCatalogue(), ...(corpus && (await corpusCatalogues(corpus))) };
for (const [name, { countries }] of Object.entries(catalogues)) {
  const ours = zoneResults(countries, EXPECTED_ZONES);
  const parts = {
    "looked at": ours.filter(({ iso2 }) => !HELD_OUT_COUNTRIES.has(iso2)),
    "held out": ours.filter(({ iso2 }) => HELD_OUT_COUNTRIES.has(iso2)),
    "by ThinkHazard!": zoneResults(
      countries,
      publishedZones().map((row) => ({ ...row, because: "ThinkHazard!" })),
    ),
  };
  for (const [what, part] of Object.entries(parts)) {
    const exact = part.filter(({ off }) => off === 0).length;
    const far = part.filter(({ off }) => off > 1).length;
    process.stdout.write(`${name}, ${what}: ${exact} of ${part.length} exact, ${far} more than one class off\n`);
    process.stdout.write(`${zoneTable(part.filter(({ off }) => off > 0))}\n\n`);
  }
}
