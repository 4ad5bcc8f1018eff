import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import { reportedEventSchema, solutionSchema, withdrawalSchema } from "../../store/records.ts";
import { jsonLines, readStateFile, writeStateFile } from "../../store/store.ts";
import { amount, counts, instant, received } from "../reading.ts";
import { absenceSchema } from "./absence.ts";
import type { FdsnService } from "./service.ts";

const text = z.string().min(1);
const textOrNull = z.string().nullable();

/** The schema of a state file as it is written. It is strict, so that no other keys are written. */
const fdsnStateSchema = z.strictObject({
  format: z.literal(1),
  agency: text,
  /** The configuration at the last request. Data are not published without a licence and an attribution. */
  about: z.strictObject({ name: z.string(), licence: z.string(), attribution: z.string(), url: z.string() }),
  /** How ids, pages and missing types were made at the last whole reading; absent in older states. */
  naming: z.strictObject({ idPrefix: z.string(), page: textOrNull, untyped: text }).optional(),
  /** The provenance of the last applied answer. */
  capture: z.strictObject({
    /** The requested address. */
    address: z.string(),
    ...received,
    rows: amount,
    doubtful: counts,
  }),
  /** Span of origin times for which the store is complete, ms since 1970 UTC. */
  covers: z.strictObject({ from: instant, to: instant }),
  /** Time when the whole span was last read, ms since 1970 UTC by the local clock; null if never, for example for a file. */
  readAt: instant.nullable(),
  /** Time of the newest change that the agency stated, ms since 1970 UTC; null if it states none. */
  updatedTo: instant.nullable(),
  absences: z.array(absenceSchema),
  /** Sorted by first id. No id is in both a withdrawal and an event. */
  withdrawn: z.array(withdrawalSchema),
  /** Sorted by time, newest first, then by id. No id is in two events. */
  events: z.array(reportedEventSchema.extend({ solutions: z.array(solutionSchema).readonly().optional() })),
});

/** The last valid state of a secondary agency: every event that it reported and has not withdrawn. */
export type FdsnState = z.infer<typeof fdsnStateSchema>;

/**
 * Reads the stored state of a secondary agency (`emsc`, or a key of `agencies.others`).
 *
 * @param dir folder of the store
 * @returns undefined if the agency was never ingested
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export function readFdsnState(dir: string, agency: string): Promise<FdsnState | undefined> {
  return readStateFile(dir, fileOf(agency), fdsnStateSchema);
}

/**
 * Writes one JSON document with one line for each event, so that common tools can compare and search it.
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

/** The service with the prefix that the stored ids have, if it is another. */
export function withFormerPrefix(service: FdsnService, state: FdsnState | undefined): FdsnService {
  const former = state?.naming?.idPrefix;
  if (former === undefined || former === service.quirks.idPrefix) return service;
  return { ...service, quirks: { ...service.quirks, formerPrefix: former } };
}

/** How the service makes ids and pages, and types where there are none. */
export function namingOf({ quirks: { idPrefix, page, untyped } }: FdsnService): NonNullable<FdsnState["naming"]> {
  return { idPrefix, page, untyped };
}

/** Whether the stored events have other ids, pages or types than they would get now. */
export function isRenamed(service: FdsnService, { naming }: FdsnState): boolean {
  return !isDeepStrictEqual(naming, namingOf(service));
}
