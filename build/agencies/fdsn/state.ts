import { z } from "zod";
import { liveEventSchema } from "../../store/live-event-schema.ts";
import type { LeftOut, LiveEvent, Withdrawal } from "../../store/records.ts";
import { readStateFile, writeStateFile } from "../../store/store.ts";
import type { AgencyAbout } from "./service.ts";

/** The provenance of the last answer that was taken into the store. */
interface FdsnCaptureRecord {
  /** As asked. */
  address: string;
  /** ms since 1970 UTC by our own clock; never part of an answer. */
  retrievedAt: number;
  /** Of the uncompressed bytes of all answers of that time, one after the other. */
  sha256: string;
  bytes: number;
  rows: number;
  doubtful: LeftOut;
}

/** An event that complete answers no longer list. */
export interface Absence {
  id: string;
  /** How many in a row. */
  captures: number;
  /** The first of them, ms since 1970 UTC by our own clock. */
  since: number;
}

/** The last good state of an agency of second opinions: every event that it ever reported to us and has not withdrawn. */
export interface FdsnState {
  format: 1;
  agency: string;
  /** As configured when it was last asked: data go nowhere without it. */
  about: AgencyAbout;
  capture: FdsnCaptureRecord;
  /** Origin times for which everything was read without a gap, ms since 1970 UTC. */
  covers: { from: number; to: number };
  /** When the whole span was last read, ms since 1970 UTC by our own clock; null: never, as with a file. */
  readAt: number | null;
  /** Newest change that the agency has told of, ms since 1970 UTC; null where it tells of none. */
  updatedTo: number | null;
  absences: Absence[];
  /** By first id. No id is both withdrawn and of an event. */
  withdrawn: Withdrawal[];
  /** Newest first, equal times by id. No id belongs to two events. */
  events: LiveEvent[];
}

const instant = z.number().int();
const text = z.string().min(1);
const ids = z.array(text).min(1);
const counts = z.record(z.string(), z.number().int().positive());

const was = liveEventSchema.pick({ time: true, latitude: true, longitude: true, magnitude: true });

/** What a state file must look like, to the last key: anything else was not written by us. */
const fdsnStateSchema = z.strictObject({
  format: z.literal(1),
  agency: text,
  about: z.strictObject({ name: z.string(), licence: z.string(), attribution: z.string(), url: z.string() }),
  capture: z.strictObject({
    address: z.string(),
    retrievedAt: instant,
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.number().int().nonnegative(),
    rows: z.number().int().nonnegative(),
    doubtful: counts,
  }),
  covers: z.strictObject({ from: instant, to: instant }),
  readAt: instant.nullable(),
  updatedTo: instant.nullable(),
  absences: z.array(z.strictObject({ id: text, captures: z.number().int().positive(), since: instant })),
  withdrawn: z.array(z.strictObject({ ids, withdrawnAt: instant, was: was.optional() })),
  events: z.array(liveEventSchema),
}) satisfies z.ZodType<FdsnState>;

/** Stores of earlier versions have old events in files beside the state, each a list of events. */
const storedSchema = fdsnStateSchema.extend({ old: z.array(z.object({ file: text })).optional() });

/**
 * What a store holds of an agency of second opinions (`emsc`, or a key of `agencies.others`).
 *
 * @param dir folder of the store
 * @returns undefined where it was never asked for
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readFdsnState(dir: string, agency: string): Promise<FdsnState | undefined> {
  const stored = await readStateFile(dir, fileOf(agency), storedSchema);
  if (!stored) return undefined;
  const { old, ...state } = stored;
  return old ? { ...state, events: await withOldEvents(dir, state, old) } : state;
}

async function withOldEvents(dir: string, { events, withdrawn }: FdsnState, old: readonly { file: string }[]) {
  const lists = await Promise.all(old.map(({ file }) => readStateFile(dir, file, z.array(liveEventSchema))));
  const known = new Set([...events, ...withdrawn].flatMap((one) => one.ids));
  const added: LiveEvent[] = [];
  for (const event of lists.flatMap((list) => list ?? [])) {
    if (event.ids.some((id) => known.has(id))) continue;
    for (const id of event.ids) known.add(id);
    added.push(event);
  }
  return [...events, ...added].toSorted((a, b) => b.time - a.time || (a.id < b.id ? -1 : 1));
}

/**
 * One JSON document with a line for each event, so that it can be compared and searched with everyday tools.
 *
 * @param dir folder of the store
 * @throws UserError `store-unwritable`
 */
export async function writeFdsnState(dir: string, state: FdsnState): Promise<void> {
  const { events, withdrawn, absences, ...head } = state;
  const open = JSON.stringify(head).slice(0, -1);
  const lists = Object.entries({ absences, withdrawn, events }).map(([name, list]) => `"${name}":[${linesOf(list)}]`);
  await writeStateFile(dir, fileOf(state.agency), `${open},\n${lists.join(",\n")}}\n`);
}

function fileOf(agency: string): string {
  return `${agency}/state.json`;
}

function linesOf(list: readonly unknown[]): string {
  return list.map((item) => `\n${JSON.stringify(item)}`).join(",");
}
