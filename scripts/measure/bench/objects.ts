import type { Earthquake, EarthquakeSearchResult } from "../../../build/contract/resources/resources.ts";
import { fold, words } from "../../../build/contract/wire/fold.ts";
import { AS_OF, type BenchEvent } from "./events.ts";
import { parsedQuery } from "./ours.ts";
import type { BenchQuery } from "./queries.ts";
import { classOf, foundRecord, listRecord } from "./records.ts";

/** The data as a program would hold them that answers with `filter` and `JSON.stringify`. Newest first. */
export interface ObjectData {
  recent: readonly { time: number; country: string | null; record: Earthquake }[];
  search: readonly { cls: 0 | 1 | 2; folded: string; record: EarthquakeSearchResult }[];
}

export function objectData(events: readonly BenchEvent[]): ObjectData {
  const known = new Map<string, string>();
  const folded = (place: string) => {
    const found = known.get(place) ?? fold(place);
    known.set(place, found);
    return found;
  };
  return {
    recent: events.map((event) => ({ time: event.time, country: event.country, record: listRecord(event) })),
    search: events.map((event) => ({ cls: classOf(event), folded: folded(event.place), record: foundRecord(event) })),
  };
}

/** The body of a query by filter, slice and JSON.stringify. */
export function answerFromObjects(query: BenchQuery): (data: ObjectData) => string {
  const { values } = parsedQuery(query);
  if (query.endpoint === "search") {
    const terms = words(fold(String(values.q)));
    return ({ search }) => JSON.stringify({ results: ranked(search, terms) });
  }
  const since = AS_OF - Number(values.hours) * 3_600_000;
  if (query.endpoint === "recent") {
    const least = Number(values.min_magnitude);
    return ({ recent }) => {
      const found = recent.filter(({ time, record }) => time > since && time <= AS_OF && record.magnitude >= least);
      return JSON.stringify({ earthquakes: found.slice(0, Number(values.limit)).map(({ record }) => record) });
    };
  }
  const [least, most, offset, limit] = [values.min_mag, values.max_mag, values.offset, values.limit].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return ({ recent }) => {
    const found = recent.filter(
      ({ time, country, record: { magnitude } }) =>
        time > since &&
        time <= AS_OF &&
        magnitude >= least &&
        magnitude <= most &&
        (values.country === undefined || country === values.country),
    );
    const page = found.slice(offset, offset + limit).map(({ record }) => record);
    return JSON.stringify({ count: found.length, earthquakes: page });
  };
}

/** Whole-word matches first, then by class, then newest first (sorting is stable), at most 50. */
function ranked(search: ObjectData["search"], terms: readonly string[]): EarthquakeSearchResult[] {
  const rank = ({ cls, folded }: ObjectData["search"][number]) => {
    const own = words(folded);
    return (terms.every((term) => own.includes(term)) ? 0 : 3) + cls;
  };
  return search
    .filter(({ folded }) => terms.every((term) => folded.includes(term)))
    .map((event) => ({ rank: rank(event), record: event.record }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, 50)
    .map(({ record }) => record);
}
