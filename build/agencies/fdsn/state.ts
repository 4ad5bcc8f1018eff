import { z } from "zod";
import type { ReportedEvent } from "../../store/records.ts";
import { reportedEventSchema } from "../../store/records.ts";
import { jsonLines, readStateFile, writeStateFile } from "../../store/store.ts";
import type { Absence } from "./absence.ts";

const instant = z.number().int();
const text = z.string().min(1);
const ids = z.array(text).min(1);
const counts = z.record(z.string(), z.number().int().positive());

const was = reportedEventSchema.pick({ time: true, latitude: true, longitude: true, magnitude: true });

const absenceSchema = z.strictObject({
  id: text,
  since: instant,
  last: instant,
  captures: z.number().int().positive(),
});

/** The strict schema of a state file: no other keys are written. */
const fdsnStateSchema = z.strictObject({
  format: z.literal(1),
  agency: text,
  /** As configured at the last request: data are not published without it. */
  about: z.strictObject({ name: z.string(), licence: z.string(), attribution: z.string(), url: z.string() }),
  /** The provenance of the last applied answer. */
  capture: z.strictObject({
    /** As requested. */
    address: z.string(),
    /** ms since 1970 UTC by the local clock; never part of an answer. */
    retrievedAt: instant,
    /** Of the uncompressed bytes of all answers of that run, concatenated. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/),
    bytes: z.number().int().nonnegative(),
    rows: z.number().int().nonnegative(),
    doubtful: counts,
  }),
  /** Origin times for which the store is complete, ms since 1970 UTC. */
  covers: z.strictObject({ from: instant, to: instant }),
  /** When the whole span was last read, ms since 1970 UTC by the local clock; null: never, as with a file. */
  readAt: instant.nullable(),
  /** Newest change that the agency stated, ms since 1970 UTC; null if it states none. */
  updatedTo: instant.nullable(),
  absences: z.array(absenceSchema) satisfies z.ZodType<Absence[]>,
  /** By first id. No id is both withdrawn and of an event. */
  withdrawn: z.array(z.strictObject({ ids, withdrawnAt: instant, was: was.optional() })),
  /** Newest first, equal times by id. No id belongs to two events. */
  events: z.array(reportedEventSchema),
});

/** The last good state of a secondary agency: every event that it reported and has not withdrawn. */
export type FdsnState = z.infer<typeof fdsnStateSchema>;

/** Stores of earlier versions have old events in files beside the state, each a list of events, and absences without `last`. */
const storedSchema = fdsnStateSchema.extend({
  old: z.array(z.object({ file: text })).optional(),
  absences: z.array(absenceSchema.extend({ last: instant.optional() })),
});

/**
 * What a store holds of a secondary agency (`emsc`, or a key of `agencies.others`).
 *
 * @param dir folder of the store
 * @returns undefined if it was never ingested
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readFdsnState(dir: string, agency: string): Promise<FdsnState | undefined> {
  const stored = await readStateFile(dir, fileOf(agency), storedSchema);
  if (!stored) return undefined;
  const { old, absences, ...others } = stored;
  const state = {
    ...others,
    absences: absences.map(({ last, ...absence }) => ({ ...absence, last: last ?? absence.since })),
  };
  return old ? { ...state, events: await withOldEvents(dir, state, old) } : state;
}

async function withOldEvents(dir: string, { events, withdrawn }: FdsnState, old: readonly { file: string }[]) {
  const lists = await Promise.all(old.map(({ file }) => readStateFile(dir, file, z.array(reportedEventSchema))));
  const known = new Set([...events, ...withdrawn].flatMap((one) => one.ids));
  const added: ReportedEvent[] = [];
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
  const lists = Object.entries({ absences, withdrawn, events }).map(([name, list]) => `"${name}":${jsonLines(list)}`);
  await writeStateFile(dir, fileOf(state.agency), `${open},\n${lists.join(",\n")}}\n`);
}

function fileOf(agency: string): string {
  return `${agency}/state.json`;
}
