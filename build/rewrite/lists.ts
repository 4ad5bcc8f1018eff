import type { Endpoint } from "../contract/endpoints.ts";
import type { ParameterValue } from "../contract/parameter.ts";
import { type Part } from "./body.ts";
import { linkHeader } from "./link.ts";
import { recordsOf } from "./record-shards.ts";
import { type EarthquakeQuery, type Selection, selectEarthquakes } from "./select-earthquakes.ts";
import type { Snapshot } from "./snapshot.ts";

/** A checked query: all its values, and those that differ from their defaults. */
export interface Query {
  values: Record<string, ParameterValue>;
  given: Record<string, ParameterValue>;
}

/** The body of `/api/recent/`. */
export async function recentBody(snapshot: Snapshot, { values }: Query): Promise<Part[]> {
  const { rows } = selectEarthquakes(snapshot.columns, {
    asOf: snapshot.asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_magnitude),
    maxMagnitude: Infinity,
    offset: 0,
    limit: Number(values.limit),
    uncounted: true,
  });
  return ['{"earthquakes":[', await recordsOf(snapshot.earthquakes, rows), "]}"];
}

/** The body of `/api/v1/earthquakes/`. */
export async function earthquakesBody(snapshot: Snapshot, { count, rows }: Selection): Promise<Part[]> {
  return [`{"count":${count},"earthquakes":[`, await recordsOf(snapshot.earthquakes, rows), "]}"];
}

/** What `/api/v1/earthquakes/` selects, and the `Link` header of the page. */
export function earthquakesPage(
  snapshot: Snapshot,
  endpoint: Endpoint,
  { values, given }: Query,
): { selection: Selection; link: string } {
  const query: EarthquakeQuery = {
    asOf: snapshot.asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_mag),
    maxMagnitude: Number(values.max_mag),
    country: values.country === undefined ? undefined : String(values.country),
    offset: Number(values.offset),
    limit: Number(values.limit),
  };
  const selection = selectEarthquakes(snapshot.columns, query);
  const { limit, offset } = query;
  return { selection, link: linkHeader({ endpoint, values, given, limit, offset, count: selection.count }) };
}
