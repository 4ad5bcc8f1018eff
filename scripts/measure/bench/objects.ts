import type { Earthquake } from "../../../build/contract/resources/resources.ts";
import { AS_OF, type BenchEvent } from "./events.ts";
import { parsedQuery } from "./ours.ts";
import type { BenchQuery } from "./queries.ts";
import { listRecord } from "./records.ts";

/** The data as a program would hold them that answers with `filter` and `JSON.stringify`. Newest first. */
export type ObjectData = readonly { time: number; country: string | null; record: Earthquake }[];

export function objectData(events: readonly BenchEvent[]): ObjectData {
  return events.map((event) => ({ time: event.time, country: event.country, record: listRecord(event) }));
}

/** The data cover every window. */
const COMPLETE = { covered_from: null };

/** The body of a query by filter, slice and JSON.stringify. */
export function answerFromObjects(query: BenchQuery): (data: ObjectData) => string {
  const { values } = parsedQuery(query);
  const since = AS_OF - Number(values.hours) * 3_600_000;
  if (query.endpoint === "recent") {
    const least = Number(values.min_magnitude);
    return (recent) => {
      const found = recent.filter(({ time, record }) => time > since && time <= AS_OF && record.magnitude >= least);
      return JSON.stringify({ earthquakes: found.slice(0, Number(values.limit)).map(({ record }) => record), ...COMPLETE });
    };
  }
  const [least = 0, most = 0, offset = 0, limit = 0] = [values.min_mag, values.max_mag, values.offset, values.limit].map(Number);
  return (recent) => {
    const found = recent.filter(
      ({ time, country, record: { magnitude } }) =>
        time > since &&
        time <= AS_OF &&
        magnitude >= least &&
        magnitude <= most &&
        (values.country === undefined || country === values.country),
    );
    const page = found.slice(offset, offset + limit).map(({ record }) => record);
    return JSON.stringify({ count: found.length, earthquakes: page, ...COMPLETE });
  };
}
