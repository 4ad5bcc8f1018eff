import type { ArchivedEarthquake } from "../client/archive.ts";
import type { ListedEarthquake } from "./table.ts";

/** An earthquake of the archive, which has no effects and no names, in a list. @param country ISO 3166-1 alpha-2, if it is known */
export function listedOf(one: ArchivedEarthquake, country: string | null = null): ListedEarthquake {
  const unknown = { deaths: null, atLeast: false, tsunami: null, alert: null, name: null, historical: false };
  return { ...one, slug: one.id, when: new Date(one.time).toISOString(), country, ...unknown };
}
