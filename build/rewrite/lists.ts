import type { Endpoint } from "../contract/table/endpoints.ts";
import type { ParameterValue } from "../contract/table/parameter.ts";
import type { Part } from "./body.ts";
import { linkHeader } from "./link.ts";
import { type Selection, selectEarthquakes } from "./select-earthquakes.ts";
import type { Snapshot } from "./snapshot.ts";

/** A validated query: all values, and those that differ from their defaults. */
export interface Query {
  values: Record<string, ParameterValue>;
  given: Record<string, ParameterValue>;
}

/** The body of `/api/recent/`. */
export function recentBody({ asOf, columns, earthquakes }: Snapshot, { values }: Query): Part[] {
  const { rows } = selectEarthquakes(columns, {
    asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_magnitude),
    maxMagnitude: Infinity,
    offset: 0,
    limit: Number(values.limit),
  });
  return ['{"earthquakes":[', { shards: earthquakes, rows }, "]}"];
}

/** The body of `/api/v1/earthquakes/`. */
export function earthquakesBody({ earthquakes }: Snapshot, { count, rows }: Selection): Part[] {
  return [`{"count":${count},"earthquakes":[`, { shards: earthquakes, rows }, "]}"];
}

/** The selection of `/api/v1/earthquakes/`, and the `Link` header of the page. */
export function earthquakesPage(
  { asOf, columns }: Snapshot,
  endpoint: Endpoint,
  { values, given }: Query,
): { selection: Selection; link: string } {
  const offset = Number(values.offset);
  const limit = Number(values.limit);
  const selection = selectEarthquakes(columns, {
    asOf,
    hours: Number(values.hours),
    minMagnitude: Number(values.min_mag),
    maxMagnitude: Number(values.max_mag),
    country: values.country as string | undefined,
    offset,
    limit,
  });
  return { selection, link: linkHeader({ endpoint, values, given, limit, offset, count: selection.count }) };
}
