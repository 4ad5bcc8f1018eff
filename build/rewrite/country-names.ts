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

/** Former codes of ISO 3166 with one successor, and codes that others use: each is followed by that of the country. */
const OTHER_CODES =
  "BU MM BUR MM DD DE DDR DE DY BJ DHY BJ EL GR FX FR HV BF HVO BF NH VU NHB VU RH ZW RHO ZW ROM RO SU RU SUN RU TMP TL TP TL " +
  "UK GB VD VN YD YE YMD YE ZAR CD ZR CD";

const byCode = new Map<string, string>([
  ...COUNTRY_CODES.flatMap((iso2, at): [string, string][] => [
    [iso2, iso2],
    [ALPHA_3.slice(3 * at, 3 * at + 3), iso2],
  ]),
  ...Array.from(OTHER_CODES.matchAll(/(\w+) (\w+)/g), ([, code = "", iso2 = ""]): [string, string] => [code, iso2]),
]);

/** The slug of each country by its code, and the code by the slug. */
const slugs = memoizeByKey(({ countries, code, records, shards }: Names) => {
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
  const { slugOf, codeOf } = slugs(names);
  const iso2 = codeOf.get(text) ?? byCode.get(text.toUpperCase()) ?? codeOfName(names, places, text) ?? "";
  const slug = slugOf.get(iso2);
  return slug === undefined ? undefined : { iso2, slug };
}

function codeOfName(names: Names, places: Snapshot["places"], text: string): string | undefined {
  const { isName, country } = readQuery(names, places.names, text, false);
  return isName && country !== undefined ? COUNTRY_CODES[country] : undefined;
}
