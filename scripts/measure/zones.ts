/**
 * What the rule of seismic zones makes of the countries that seismologists agree on: `node --import tsx
 * scripts/measure/zones.ts [CORPUS]`. First from the embedded data; with a CORPUS, which holds `noaa/`, `plates/original/` and
 * `usgs/catalogue/`, also from NOAA's table and Bird's plates, without and with an archive.
 */
import { AGREED_ZONES } from "../../test/catalogue/agreed-zones.ts";
import { zoneResults, zoneTable } from "./zones/agreement.ts";
import { corpusCatalogues, embeddedCatalogue } from "./zones/catalogues.ts";

const [corpus] = process.argv.slice(2);
const catalogues = { embedded: await embeddedCatalogue(), ...(corpus && (await corpusCatalogues(corpus))) };
for (const [name, { countries }] of Object.entries(catalogues)) {
  const results = zoneResults(countries, AGREED_ZONES);
  const off = results.filter((result) => result.off > 0);
  process.stdout.write(`${name}: ${off.length} of ${results.length} off\n${zoneTable(results)}\n\n`);
}
