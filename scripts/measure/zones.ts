/**
 * What the rule of seismic zones makes of 120 countries whose class is published hazard: `npm run measure --
 * methods CORPUS`. First from the embedded data; with a CORPUS, which holds `noaa/`, `plates/original/` and
 * `usgs/catalogue/`, also from NOAA's table and Bird's plates, without and with an archive. The held-out countries are counted apart,
 * and so are sixty others by another person's list.
 */
import type { SeismicZone } from "../../build/contract/texts/vocabulary.ts";
import { EXPECTED_ZONES, type ExpectedZone, HELD_OUT_COUNTRIES } from "../../test/catalogue/expected-zones.ts";
import { zoneResults, zoneTable } from "./zones/agreement.ts";
import { corpusCatalogues, embeddedCatalogue } from "./zones/catalogues.ts";

/**
 * What others say of sixty countries that are not in our own list: the earthquake level of ThinkHazard! (World Bank, GFDRR, version 2;
 * its table of countries in github.com/GFDRR/thinkhazard). Taken from the 111 countries that both know and that list lacks, those whose
 * codes have the smallest SHA-256; written down before the rule was run on them. None of them is "high".
 *
 * Medium is a peak ground acceleration of 0.1 g with a return period of 475 years, low the same with 1,000 to 2,500. Our bounds are
 * 0.08 g for moderate and 0.03 g for low with 475 years, so that medium is moderate here, low low, and very low minimal.
 */
const PUBLISHED_ZONES: readonly ExpectedZone[] = [
  ...rows("moderate", "AI AW BI BY CU GF GL GU IL KN KP KW LA LI LU MP MQ MS MZ OM PT PY SI SJ SK SM TG VC VG WF ZM ZW"),
  ...rows("low", "CF CG GI GW KH MG MT NA PL SG"),
  ...rows("minimal", "BM BS CK CV DK EH GA LR LT MH MO MR NF PF PM SC SH SR"),
];

const [corpus] = process.argv.slice(2);
const catalogues = { embedded: await embeddedCatalogue(), ...(corpus && (await corpusCatalogues(corpus))) };
for (const [name, { countries }] of Object.entries(catalogues)) {
  const ours = zoneResults(countries, EXPECTED_ZONES);
  const parts = {
    "looked at": ours.filter(({ iso2 }) => !HELD_OUT_COUNTRIES.has(iso2)),
    "held out": ours.filter(({ iso2 }) => HELD_OUT_COUNTRIES.has(iso2)),
    "by ThinkHazard!": zoneResults(countries, PUBLISHED_ZONES),
  };
  for (const [what, part] of Object.entries(parts)) {
    const exact = part.filter(({ off }) => off === 0).length;
    const far = part.filter(({ off }) => off > 1).length;
    process.stdout.write(`${name}, ${what}: ${exact} of ${part.length} exact, ${far} more than one class off\n`);
    process.stdout.write(`${zoneTable(part.filter(({ off }) => off > 0))}\n\n`);
  }
}

function rows(zone: SeismicZone, countries: string): ExpectedZone[] {
  return countries.split(" ").map((iso2) => ({ iso2, zone, because: "ThinkHazard!" }));
}
