import type { EndpointId } from "../../../build/contract/table/endpoints.ts";

/** A request that is measured. */
export interface BenchQuery {
  name: string;
  endpoint: EndpointId & ("recent" | "earthquakes");
  /** Without `?`. */
  query: string;
}

/** The six of the selection's comparison. */
export const QUERIES: readonly BenchQuery[] = [
  { name: "default recent", endpoint: "recent", query: "" },
  { name: "limit=200, any magnitude", endpoint: "recent", query: "limit=200&min_magnitude=0" },
  { name: "30 days, offset 5000, limit 500", endpoint: "earthquakes", query: "days=30&offset=5000&limit=500" },
  { name: "country=JP, 30 days", endpoint: "earthquakes", query: "days=30&country=JP" },
  { name: "max_mag range, 30 days", endpoint: "earthquakes", query: "days=30&min_mag=1.5&max_mag=2.25" },
  { name: "no match", endpoint: "earthquakes", query: "days=30&min_mag=9.9" },
];
