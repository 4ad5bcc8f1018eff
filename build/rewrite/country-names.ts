import { COUNTRY_CODES } from "../contract/texts/vocabulary.ts";
import { memoizeByKey } from "../contract/wire/memoize.ts";
import { readQuery } from "./search/reading.ts";
import type { Names } from "./shards/names.ts";
import type { Snapshot } from "./snapshot.ts";

/** ISO 3166-1 alpha-3, in the order of `COUNTRY_CODES`. */
const ALPHA_3 =
  "ANDAREAFGATGAIAALBARMAGOATAARGASMAUTAUSABWALAAZEBIHBRBBGDBELBFABGRBHRBDIBENBLMBMUBRNBOLBESBRABHSBTNBVTBWABLRBLZCANCCKCOD" +
  "CAFCOGCHECIVCOKCHLCMRCHNCOLCRICUBCPVCUWCXRCYPCZEDEUDJIDNKDMADOMDZAECUESTEGYESHERIESPETHFINFJIFLKFSMFROFRAGABGBRGRDGEOGUF" +
  "GGYGHAGIBGRLGMBGINGLPGNQGRCSGSGTMGUMGNBGUYHKGHMDHNDHRVHTIHUNIDNIRLISRIMNINDIOTIRQIRNISLITAJEYJAMJORJPNKENKGZKHMKIRCOMKNA" +
  "PRKKORKWTCYMKAZLAOLBNLCALIELKALBRLSOLTULUXLVALBYMARMCOMDAMNEMAFMDGMHLMKDMLIMMRMNGMACMNPMTQMRTMSRMLTMUSMDVMWIMEXMYSMOZNAM" +
  "NCLNERNFKNGANICNLDNORNPLNRUNIUNZLOMNPANPERPYFPNGPHLPAKPOLSPMPCNPRIPSEPRTPLWPRYQATREUROUSRBRUSRWASAUSLBSYCSDNSWESGPSHNSVN" +
  "SJMSVKSLESMRSENSOMSURSSDSTPSLVSXMSYRSWZTCATCDATFTGOTHATJKTKLTLSTKMTUNTONTURTTOTUVTWNTZAUKRUGAUMIUSAURYUZBVATVCTVENVGBVIR" +
  "VNMVUTWLFWSMUNKYEMMYTZAFZMBZWE";

/**
 * Former codes of ISO 3166, and codes that others use: each is followed by that of the country. Of a country that was divided it is
 * the one that continues it: Serbia of Yugoslavia, and Curaçao, which had the capital, of the Netherlands Antilles.
 */
const OTHER_CODES =
  "AN CW ANT CW BU MM BUR MM CT KI DD DE DDR DE DY BJ DHY BJ EL GR FQ TF FX FR HV BF HVO BF JT UM MI UM NH VU NHB VU NQ AQ PU UM " +
  "PZ PA RH ZW RHO ZW ROM RO SCG RS SU RU SUN RU TMP TL TP TL UK GB VD VN WK UM YD YE YMD YE YU RS YUG RS ZAR CD ZR CD";

/** The same in pairs. */
export const FORMER_CODES: readonly (readonly [string, string])[] = Array.from(
  OTHER_CODES.matchAll(/(\w+) (\w+)/g),
  ([, code = "", iso2 = ""]) => [code, iso2] as const,
);

/** Every code of a country with that of ISO 3166-1 alpha-2. */
export const CODES: ReadonlyMap<string, string> = new Map([
  ...COUNTRY_CODES.flatMap((iso2, at): [string, string][] => [
    [iso2, iso2],
    [ALPHA_3.slice(3 * at, 3 * at + 3), iso2],
  ]),
  ...FORMER_CODES,
]);

export const countrySlugs = memoizeByKey(({ countries, code, records, shards }: Names) => {
  const slugOf = new Map<string, string>();
  const [bytes = new Uint8Array()] = shards;
  for (let row = 0; row < countries; row++) {
    const start = records.start[row] as number;
    const record = new TextDecoder().decode(bytes.subarray(start, start + (records.length[row] as number)));
    slugOf.set(COUNTRY_CODES[code[row] as number] as string, (JSON.parse(record) as { slug: string }).slug);
  }
  return { slugOf, codeOf: new Map(Array.from(slugOf, ([iso2, slug]) => [slug, iso2])) };
});

/**
 * The country that a slug, a code or a name means: current or former, of two or three letters, in any language that the search knows.
 *
 * @example countryNamed(snapshot, "Burma") // { iso2: "MM", slug: "myanmar" }
 */
export function countryNamed({ names, places }: Snapshot, text: string): { iso2: string; slug: string } | undefined {
  const { slugOf, codeOf } = countrySlugs(names);
  const iso2 = codeOf.get(text) ?? CODES.get(text.toUpperCase()) ?? codeOfName(names, places, text) ?? "";
  const slug = slugOf.get(iso2);
  return slug === undefined ? undefined : { iso2, slug };
}

function codeOfName(names: Names, places: Snapshot["places"], text: string): string | undefined {
  const { isName, country, countries } = readQuery(names, places.names, text, false);
  // Yugoslavia is a name of several countries.
  return isName && country !== undefined && countries.length === 1 ? COUNTRY_CODES[country] : undefined;
}
