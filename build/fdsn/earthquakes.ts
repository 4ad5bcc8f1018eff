import type { Earthquake, EarthquakePage } from "../contract/resources/resources.ts";
import { type Endpoint, endpoint } from "../contract/table/endpoints.ts";
import { describeAllowed, type Parameter } from "../contract/table/parameter.ts";
import { type ParameterError, parseQuery, type Query, shorten } from "../contract/table/parameters.ts";
import { splitQuery } from "../contract/table/paths.ts";
import { EARTHQUAKE_TYPES } from "../contract/texts/vocabulary.ts";
import { etagOf } from "../contract/wire/etag.ts";
import { kmOfDegrees, normalLongitude } from "../geo/sphere.ts";
import { positionInWords } from "../platform/text.ts";
import { linkHeader } from "../rewrite/lists.ts";
import { regionOf } from "../rewrite/region.ts";
import { answerHeaders, type BodyReply, invalid } from "../rewrite/reply.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import type { FeedFeature } from "../store/feed-feature.ts";
import type { Order } from "./archive/candidates.ts";
import type { Criteria } from "./archive/criteria.ts";
import { type Archive, type OpenArchive, OtherFormatError } from "./archive/reader.ts";
import { countRows, selectRows } from "./archive/select.ts";
import { windowOf } from "./complete.ts";
import { NO_ARCHIVE, TooLargeError } from "./failure.ts";
import { readTime, ValueError } from "./parameter-table.ts";
import { readTarget } from "./path.ts";

/** Skipped rows must also be sorted in memory, so their number is limited. */
const MOST_SKIPPED = 100_000;

const TIME_LENGTHS = { minLength: 4, maxLength: 40 };

/**
 * The parameters that `/api/v1/earthquakes/` has only on hosts with an archive. The rewrite and its table do not know them, because
 * the rewrite cannot answer them.
 */
export const ARCHIVE_PARAMETERS: readonly Parameter[] = [
  { name: "start", in: "query", type: "text", ...TIME_LENGTHS },
  { name: "end", in: "query", type: "text", ...TIME_LENGTHS },
  { name: "include_incomplete", in: "query", type: "choice", choices: ["true", "false"], default: "false" },
];

/** The endpoint as the archive answers it: a window by times instead of hours, the other parameters as in the table. */
export const ARCHIVE_ENDPOINT: Endpoint = archiveEndpoint();

function archiveEndpoint(): Endpoint {
  const list = endpoint("earthquakes");
  const [start, ...others] = ARCHIVE_PARAMETERS as [Parameter, ...Parameter[]];
  const shared = list.parameters.filter(({ name }) => name !== "hours" && name !== "days");
  return { ...list, parameters: [{ ...start, required: true }, ...others, ...shared] };
}

/** A valid query, with its window. */
interface ArchiveQuery extends Pick<Query, "values" | "given"> {
  /** ms since 1970 UTC, inclusive. */
  start: number;
  /** ms since 1970 UTC, exclusive; undefined: up to the `as_of` of the snapshot. */
  end: number | undefined;
}

/**
 * Validates a query with a time window, by the rules of the API: nothing is clamped or ignored, and all errors are reported together.
 *
 * @param raw query string without `?`, as received
 */
function readArchiveQuery(raw: string): { ok: true; query: ArchiveQuery } | { ok: false; errors: ParameterError[] } {
  const parsed = parseQuery(ARCHIVE_ENDPOINT, raw);
  const times = parsed.ok ? parsed.values : lone(raw);
  const errors = parsed.ok ? [] : parsed.errors.map(asOfTime);
  const [start, end] = (["start", "end"] as const).map((name) => timeOf(name, times[name], errors));
  if (start !== undefined && end !== undefined && start >= end)
    errors.push(wrong("start", String(times["start"]), `a time before end, which is ${shorten(String(times["end"]))}`));
  if (!parsed.ok || start === undefined || errors.length > 0) return { ok: false, errors };
  const { values, given } = parsed;
  if (Number(values["offset"]) > MOST_SKIPPED) return { ok: false, errors: [tooFar(raw)] };
  return { ok: true, query: { values, given, start, end } };
}

/** The times of a query with errors. Those that are not texts of the table are among the errors already. */
function lone(raw: string): Record<string, string> {
  const pairs = splitQuery(raw.slice(0, 4096)).filter(({ malformed }) => !malformed);
  return Object.fromEntries(
    ["start", "end"].flatMap((name) => {
      const values = pairs.filter((pair) => pair.name === name).map(({ value }) => value.trim());
      const [value = ""] = values;
      const { minLength, maxLength } = TIME_LENGTHS;
      return values.length === 1 && value.length >= minLength && value.length <= maxLength ? [[name, value]] : [];
    }),
  );
}

const TIMES = "a time, in UTC or with an offset, such as 2026-01-31, 2026-01-31T23:59Z or 2026-01-31T23:59:59.123+09:00";

/** In the table, times are texts with a length. The error states the form of a time instead. */
function asOfTime(error: ParameterError): ParameterError {
  const time = ARCHIVE_PARAMETERS.find(({ name, type }) => name === error.parameter && type === "text");
  return time ? { ...error, allowed: error.allowed.replace(describeAllowed(time), TIMES) } : error;
}

/** Both bounds are rounded up to ms, because `start` is inclusive and `end` exclusive. */
function timeOf(name: string, given: string | number | undefined, errors: ParameterError[]): number | undefined {
  if (given === undefined) return undefined;
  try {
    return readTime(String(given), "up");
  } catch (error) {
    if (!(error instanceof ValueError)) throw error;
    errors.push(wrong(name, String(given), TIMES));
    return undefined;
  }
}

function tooFar(raw: string): ParameterError {
  const skipping = splitQuery(raw).find(({ name }) => name === "offset" || name === "page");
  const allowed = `what skips at most ${MOST_SKIPPED} matches; narrow the time to reach the others`;
  return wrong(skipping?.name ?? "offset", skipping?.value ?? "", allowed);
}

function wrong(parameter: string, given: string, allowed: string): ParameterError {
  return { parameter, given: shorten(given), allowed };
}

/**
 * The answer of `/api/v1/earthquakes/` to a query with `start` and `end`, from the archive of a snapshot: records of the same form
 * as of the last 30 days.
 *
 * @param target path and query as received
 * @param open opens the archive
 * @returns a complete reply; the promise rejects with a SnapshotError if the tree is damaged or was replaced
 */
export async function earthquakesReply(snapshot: Snapshot, target: string, open: OpenArchive): Promise<BodyReply> {
  const read = readArchiveQuery(readTarget(target).query);
  if (!read.ok) return invalid(snapshot, read.errors);
  const { query } = read;
  // The problem document ends each reason with a full stop.
  const refused = (allowed: string) => invalid(snapshot, [wrong("start", String(query.values["start"]), allowed.replace(/[.]$/, ""))]);
  const { archive: fences } = snapshot.record.shards;
  if (!fences) return refused(`none here. ${NO_ARCHIVE}`);
  try {
    const archive = await open(fences.map(({ path }) => path));
    const { criteria, incomplete } = criteriaOf(archive, query, snapshot.asOf);
    if (incomplete !== undefined && query.values["include_incomplete"] !== "true")
      return refused(`a window for which the archive is complete, or any with include_incomplete=true. ${incomplete}`);
    return pageReply(snapshot, query, await pageOf(archive, criteria, query));
  } catch (error) {
    if (error instanceof OtherFormatError) return refused(`none here. ${error.message}`);
    if (error instanceof TooLargeError) return refused(`a shorter window. ${error.message}`);
    throw error;
  }
}

/** The window ends at `as_of`, as all windows of the API do. The list promises magnitude, depth and position. */
function criteriaOf(
  archive: Archive,
  { values, start, end }: ArchiveQuery,
  asOf: number,
): { criteria: Criteria; incomplete: string | undefined } {
  const endtime = end === undefined ? undefined : end - 1;
  const [least, most] = [Number(values["min_mag"]), Number(values["max_mag"])];
  const { incomplete } = windowOf(archive.complete, { starttime: start, endtime }, least, asOf);
  const region = regionOf(values);
  const circle = region?.circle;
  const criteria = {
    time: { least: start, most: Math.min(endtime ?? asOf, asOf) },
    magnitude: { least, most },
    depth: { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY },
    words: ({ type }: { type: string }) => EARTHQUAKE_TYPES.some((one) => one === type),
    ...(region && { latitude: region.latitude, longitude: region.longitudes }),
    ...(circle && { circle: { ...circle, least: 0, most: circle.km / kmOfDegrees(1) } }),
    ...(values["country"] !== undefined && { country: String(values["country"]) }),
  };
  return { criteria, incomplete };
}

async function pageOf(archive: Archive, criteria: Criteria, { values }: ArchiveQuery): Promise<EarthquakePage> {
  const [offset, limit] = [Number(values["offset"]), Number(values["limit"])];
  const count = await countRows(archive, criteria);
  if (offset >= count) return { count, earthquakes: [], covered_from: null };
  const rows = await selectRows(archive, { criteria, order: (values["order"] ?? "time") as Order, offset, limit });
  return { count, earthquakes: (await archive.features(rows)).map(earthquakeOf), covered_from: null };
}

function earthquakeOf({ id, properties, geometry }: FeedFeature): Earthquake {
  const [longitude = 0, latitude = 0, depth = 0] = geometry?.coordinates ?? [];
  const { mag, place, time, alert, tsunami } = properties;
  return {
    event_id: id,
    magnitude: Number(mag),
    depth_km: depth,
    latitude,
    longitude: normalLongitude(longitude),
    place_description: place ? String(place) : positionInWords(latitude, longitude),
    occurred_at: new Date(Number(time)).toISOString(),
    alert_level: alert as Earthquake["alert_level"],
    tsunami_flag: tsunami === 1,
  };
}

function pageReply(snapshot: Snapshot, query: ArchiveQuery, page: EarthquakePage): BodyReply {
  // The last page that can be requested: the end of a very long list cannot.
  const count = Math.min(page.count, MOST_SKIPPED + Number(query.values["limit"]));
  const link = linkHeader(ARCHIVE_ENDPOINT, query, count);
  const body = new TextEncoder().encode(JSON.stringify(page));
  return { kind: "body", status: 200, headers: { ...answerHeaders(snapshot, ARCHIVE_ENDPOINT.cache), etag: etagOf(body), link }, body };
}
