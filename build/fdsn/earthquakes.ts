import type { Earthquake, EarthquakePage } from "../contract/resources/resources.ts";
import { EARTHQUAKE_TYPES } from "../contract/texts/vocabulary.ts";
import { etagOf } from "../contract/wire/etag.ts";
import { kmOfDegrees, normalLongitude } from "../geo/sphere.ts";
import { positionInWords } from "../platform/text.ts";
import { answerHeaders } from "../rewrite/headers.ts";
import { linkHeader } from "../rewrite/lists.ts";
import { regionOf } from "../rewrite/region.ts";
import { invalid } from "../rewrite/replies.ts";
import type { BodyReply } from "../rewrite/reply.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import type { FeedFeature } from "../store/feed-feature.ts";
import type { Criteria } from "./archive/criteria.ts";
import type { Order } from "./archive/plan.ts";
import { type Archive, type OpenArchive, OtherFormatError } from "./archive/reader.ts";
import { countRows, selectRows } from "./archive/select.ts";
import { windowOf } from "./complete.ts";
import { ARCHIVE_ENDPOINT, type ArchiveQuery, MOST_SKIPPED, readArchiveQuery, wrong } from "./earthquakes-query.ts";
import { NO_ARCHIVE, TooLargeError } from "./failure.ts";
import { splitTarget } from "./path.ts";

/**
 * The answer of `/api/v1/earthquakes/` to a query with `start` and `end`, from the archive of a snapshot: records of the same form
 * as of the last 30 days.
 *
 * @param target path and query as received
 * @param open opens the archive
 * @returns a complete reply; the promise rejects with a SnapshotError if the tree is damaged or was replaced
 */
export async function earthquakesReply(snapshot: Snapshot, target: string, open: OpenArchive): Promise<BodyReply> {
  const read = readArchiveQuery(splitTarget(target).query);
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
