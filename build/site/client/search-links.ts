import type { CombinedSearch } from "../../contract/resources/resources.ts";
import { fold } from "../../contract/wire/fold.ts";
import { pageHref } from "../addresses.ts";
import { EVERYTHING, parametersOf, type Selection } from "../earthquakes/selection.ts";
import type { LanguageTag } from "../i18n/languages.ts";
import { type FoundTown, townFile, townLabel, townsNamed } from "../places.ts";
import { readJson } from "./page-data.ts";

type Meaning = CombinedSearch["understood"];

/** Radius of "near", km: in this distance a strong earthquake is felt. */
const NEAR_KM = 300;

/** Towns of the same name that are offered. */
const MOST_TOWNS = 2;

/** The parameter of the list for each wish. */
const SORTS = { deaths: "-deaths", magnitude: "-magnitude", time: "" } as const;

/** A list of earthquakes that answers a query. */
export interface ListLink {
  href: string;
  /** The town that it is around. */
  near: FoundTown | undefined;
  /** What else it selects, in a form of all languages: years and magnitude. */
  conditions: string[];
}

/** Whether a query wishes for a list, and not for one earthquake or country. */
export function wishesForList({ from, to, least_magnitude: least, order }: Meaning): boolean {
  return least !== null || order !== null || (from !== null && to === null);
}

/** The list of what a query means. @param near the town that it names */
export function listLink(language: LanguageTag, { country, from, to, least_magnitude: least, order }: Meaning, near?: FoundTown): ListLink {
  const [, , latitude, longitude] = near ?? [];
  const circle = near ? { latitude: String(latitude), longitude: String(longitude), max_radius_km: String(NEAR_KM) } : {};
  const selection: Selection = {
    ...EVERYTHING,
    ...circle,
    country: near ? "" : (country ?? ""),
    hours: order === "time" && from === null ? "168" : "",
    start: from === null ? "" : String(from),
    end: to === null ? "" : String(to),
    min_mag: least === null ? "" : String(least),
    min_deaths: order === "deaths" ? "1" : "",
  };
  const sort = order === null ? "-magnitude" : SORTS[order];
  const parameters = new URLSearchParams([
    ...(near ? [["near", townLabel(near)]] : []),
    ...parametersOf(selection),
    ...(sort === "" ? [] : [["sort", sort]]),
  ]);
  const years = from === null ? [] : [to === from ? String(from) : `${from}–${to ?? ""}`];
  return {
    href: `${pageHref(language, "earthquakes/")}#${parameters.toString()}`,
    near,
    conditions: [...years, ...(least === null ? [] : [`M ≥ ${least}`])],
  };
}

/** The towns that are called so, the largest first. Without the file of their initial letter there are none. */
export async function townsCalled(name: string): Promise<FoundTown[]> {
  const folded = fold(name);
  if (!/^[a-z]/.test(folded)) return [];
  const towns = await readJson<FoundTown[]>(townFile(folded)).catch(() => []);
  return townsNamed(towns, folded, Number.POSITIVE_INFINITY)
    .filter(([own]) => fold(own) === folded)
    .slice(0, MOST_TOWNS);
}
