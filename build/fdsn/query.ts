import type { FeedFeature } from "../store/feed-feature.ts";
import type { FeedProperty } from "../store/sent-values.ts";
import { contributorsOf, type RowWords } from "./archive/columns.ts";
import type { Criteria, Range } from "./archive/criteria.ts";
import type { Archive } from "./archive/reader.ts";
import { countRows, type RowRef, selectRows } from "./archive/select.ts";
import { windowOf } from "./complete.ts";
import { MOST_EVENTS } from "./parameter-table.ts";
import { RequestError, type Values } from "./parameters.ts";

/** The events that a request selects. */
export interface FoundEvents {
  count: number;
  /** In the order of the request, few at a time, so that a long answer does not fill the memory. @throws SnapshotError */
  batches: () => AsyncGenerator<readonly FeedFeature[]>;
}

/** Answers with more events are rarely asked for twice. */
const LONG = 500;

/** Most events of a batch. */
const BATCH = 256;

/**
 * @param asOf of the snapshot, ms since 1970 UTC
 * @throws RequestError, SnapshotError
 */
export async function queryEvents(archive: Archive, values: Values, asOf: number): Promise<FoundEvents> {
  if (values.eventid !== undefined) {
    const found = await archive.find(idIn(values.eventid));
    return {
      count: found ? 1 : 0,
      async *batches() {
        if (found) yield [found];
      },
    };
  }
  const criteria = criteriaOf(archive, values, asOf);
  const { limit = MOST_EVENTS + 1, offset, orderby: order } = values;
  const rows = await selectRows(archive, { criteria, order, offset: offset - 1, limit });
  if (rows.length > MOST_EVENTS) throw new RequestError(tooMany(await countRows(archive, criteria)));
  if (rows.length > BATCH) await archive.hold(rows);
  // What waits for its client holds neither the rows nor their events.
  const [rowAt, count] = [compact(archive, rows), rows.length];
  return { count, batches: () => batchesOf(archive, rowAt, count) };
}

async function* batchesOf(archive: Archive, rowAt: (at: number) => RowRef, count: number): AsyncGenerator<FeedFeature[]> {
  for (let from = 0; from < count; from += BATCH) {
    await archive.turn();
    const length = Math.min(BATCH, count - from);
    const rows = Array.from({ length }, (_, at) => rowAt(from + at));
    yield await archive.features(rows, count > LONG);
  }
}

/** Rows in 12 bytes each: an answer may be sent for minutes. */
function compact({ fences }: Archive, rows: readonly RowRef[]): (at: number) => RowRef {
  const numbers = Uint32Array.from(rows.flatMap(({ fence, at, row }) => [fences.indexOf(fence), at, row]));
  return (at) => {
    const [fence, block, row] = numbers.subarray(at * 3, at * 3 + 3) as unknown as [number, number, number];
    return { fence: fences[fence] as RowRef["fence"], at: block, row };
  };
}

/** Counts events. As at the USGS, `limit` and `offset` also apply to the count. @throws RequestError, SnapshotError */
export async function countEvents(archive: Archive, values: Values, asOf: number): Promise<number> {
  if (values.eventid !== undefined) return (await queryEvents(archive, values, asOf)).count;
  const all = await countRows(archive, criteriaOf(archive, values, asOf));
  return Math.min(Math.max(0, all - values.offset + 1), values.limit ?? Number.POSITIVE_INFINITY);
}

/** The wording of the USGS, because its clients search the message for the number. */
export function tooMany(count: number): string {
  return `${count} matching events exceeds search limit of ${MOST_EVENTS}. Modify the search to match fewer events.`;
}

/** The id in a QuakeML identifier of this service or of the USGS, which contains the id as a parameter. */
export function idIn(given: string): string {
  return /^(?:quakeml|smi):.*[?&]eventid=([^&#]+)/.exec(given)?.[1] ?? given;
}

function criteriaOf(archive: Archive, values: Values, asOf: number): Criteria {
  const { magnitude, catalog, contributor, updatedafter } = values;
  assertListed("catalog", catalog, archive.words.catalogs);
  assertListed("contributor", contributor, archive.words.contributors);
  const window = windowOf(archive.complete, values, magnitude?.least ?? Number.NEGATIVE_INFINITY, asOf);
  if (window.incomplete !== undefined && !values.includeincomplete)
    throw new RequestError(`${window.incomplete} Narrow the request, or add includeincomplete=true.`);
  const [words, feature] = [wordsTest(values), featureTest(values)];
  const { latitude, longitude, depth, significance, circle, country } = values;
  const updated = updatedafter === undefined ? undefined : { least: updatedafter, most: Number.POSITIVE_INFINITY };
  const optional = { updated, latitude, longitude, depth, magnitude, significance, circle, country, words, feature };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { time: window.time, ...Object.fromEntries(given) };
}

function assertListed(name: string, given: string | undefined, listed: readonly string[]): void {
  if (given === undefined || listed.includes(given)) return;
  throw new RequestError(`Bad ${name} value ${JSON.stringify(given.slice(0, 80))}: it is none of ${listed.join(", ")}.`);
}

function wordsTest(values: Values): Criteria["words"] {
  const { magnitudetype, eventtypes, catalog, contributor, alertlevel, reviewstatus } = values;
  const magnitudeType = magnitudetype?.toLowerCase();
  const tests: ((words: RowWords) => boolean)[] = [];
  if (magnitudeType !== undefined) tests.push((row) => row.magnitudeType?.toLowerCase() === magnitudeType);
  if (eventtypes) tests.push((row) => eventtypes.includes(row.type));
  if (catalog !== undefined) tests.push((row) => row.catalog === catalog);
  if (contributor !== undefined) tests.push((row) => contributorsOf(row).includes(contributor));
  if (alertlevel !== undefined) tests.push((row) => row.alert === alertlevel);
  if (reviewstatus !== undefined) tests.push((row) => row.status === reviewstatus);
  return tests.length === 0 ? undefined : (words) => tests.every((test) => test(words));
}

/** The conditions on values without a column. */
function featureTest({ felt, cdi, mmi, gap, producttype }: Values): Criteria["feature"] {
  const ranges = Object.entries({ felt, cdi, mmi, gap }).filter(([, range]) => range) as [FeedProperty, Range][];
  if (ranges.length === 0 && producttype === undefined) return undefined;
  return ({ properties }) => {
    const isWithin = ranges.every(([name, { least, most }]) => {
      const value = properties[name];
      return typeof value === "number" && value >= least && value <= most;
    });
    return isWithin && (producttype === undefined || String(properties.types).split(",").includes(producttype));
  };
}
