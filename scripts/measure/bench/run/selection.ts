import { syntheticEvents } from "../events.ts";
import { answerFromObjects, type ObjectData, objectData } from "../objects.ts";
import { selection } from "../ours.ts";
import { QUERIES } from "../queries.ts";
import { type Cost, costOf } from "../timing.ts";
import { benchShards, snapshotInMemory } from "../tree.ts";

/** The cost of one query by each way, for one number of events. */
export interface SelectionCost {
  query: string;
  /** Bytes of the body. */
  bytes: number;
  ours: Cost;
  objects: Cost;
  /** Parse, filter, serialise; not at a million events, where each call takes seconds. */
  parsing: Cost | undefined;
}

/** Above this many events the JSON is not parsed for each call. */
const PARSED = 100_000;

const ROUNDS = 3;

const DECODER = new TextDecoder();

/**
 * Compares the three ways in one process, interleaved in rounds; the median of the rounds counts. All three have to give
 * the same bytes first.
 */
async function measure(count: number): Promise<SelectionCost[]> {
  const events = syntheticEvents(count);
  const snapshot = await snapshotInMemory(benchShards(events));
  const data = objectData(events);
  const prebuilt = count > PARSED ? undefined : new TextEncoder().encode(JSON.stringify(data));
  const ways = QUERIES.map((query) => {
    const fromObjects = answerFromObjects(query);
    return {
      query,
      ours: selection(snapshot, query),
      objects: () => fromObjects(data),
      parsing: prebuilt && (() => fromObjects(parse(prebuilt))),
    };
  });
  const found: SelectionCost[][] = ways.map(() => []);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, { query, ours, objects, parsing }] of ways.entries()) {
      const body = DECODER.decode(ours());
      if (round === 0) assertSame(query.name, body, objects(), parsing?.());
      found[at]?.push({
        query: query.name,
        bytes: Buffer.byteLength(body),
        ours: costOf(ours, { ms: 400, calls: 30_000 }),
        objects: costOf(objects, { ms: 200, calls: 3_000 }),
        parsing: parsing && costOf(parsing, { ms: 300, calls: 30 }),
      });
    }
  }
  return found.map((rounds) => rounds.toSorted((a, b) => a.ours.p50 - b.ours.p50)[1] as SelectionCost);
}

function parse(json: Uint8Array): ObjectData {
  return JSON.parse(DECODER.decode(json)) as ObjectData;
}

function assertSame(query: string, body: string, ...others: (string | undefined)[]): void {
  for (const other of others) {
    if (other !== undefined && other !== body) throw new Error(`${query}: the answers differ, so there is no comparison`);
  }
}

process.stdout.write(JSON.stringify(await measure(Number(process.argv[2]))));
