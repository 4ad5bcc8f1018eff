import * as z from "zod";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import type { AgencyContext } from "../store/agency.ts";
import type { ReportedEvent, Withdrawal } from "../store/records.ts";
import { readStateFile, removeStateFile, writeStateFile } from "../store/store.ts";
import { acceptedSchema, type Bounds, type Breach, isRepeatable, latelyOf, RULES } from "./bounds.ts";
import { type Absence, type AbsenceRule, absenceSchema, isLongAbsent, noteAbsences } from "./fdsn/absence.ts";
import { judge, type Statement, type Verdict } from "./judge.ts";
import { instant } from "./reading.ts";

/**
 * The changes that made an answer implausible, by address, each with the time and number of the answers that had it; and the
 * changes that accepted answers of the last 24 h have made.
 */
const schema = z.strictObject({
  format: z.literal(1),
  accepted: z.array(acceptedSchema),
  /** Events that answers list only in a version that is older than the stored one. */
  outdated: z.array(absenceSchema),
  answers: z.record(
    z.string(),
    z.strictObject({
      hash: z.string(),
      last: instant,
      changes: z.record(z.string(), z.strictObject({ since: instant, answers: instant, repeatable: z.boolean() })),
    }),
  ),
});

type Known = Omit<z.infer<typeof schema>, "format">;
type Answers = Known["answers"];

/**
 * A change that this many answers of one address repeat for this long, with no credible answer between, is the agency's word. The
 * longest false state on record, the replica of 28 September 2025, lasted 20.4 h, and every second answer was right.
 */
const REPEATED = { answers: 6, ms: 24 * HOUR_MS };

/**
 * An event that this many answers over this time list in an older version, or after its withdrawal, and none in the stored one, has
 * that older version: the newer one was an error of the agency.
 */
const REVERTED: AbsenceRule = { captures: 3, ms: 24 * HOUR_MS };

/** After a longer pause an event counts anew. The feed of a week is read once a day. */
const CONTINUED_MS = 2 * DAY_MS;

async function readKnown(store: string, agency: string): Promise<Known> {
  return (await readStateFile(store, fileOf(agency), schema)) ?? { accepted: [], outdated: [], answers: {} };
}

function fileOf(agency: string): string {
  return `refused-${agency}.json`;
}

const HASH_LENGTH = 16;

/** The answer that a check is about: `where` names its address, and what was asked of it. */
interface Subject {
  agency: string;
  where: string;
  bounds: Bounds;
}

/** The rows of an answer that may be used, and those of them that replace a newer version, or a later withdrawal. */
export interface Admitted<Event extends ReportedEvent> {
  rows: Event[];
  reverted: Event[];
}

/**
 * Compares an answer with the store. An answer beyond the bounds is recorded, so that its repetition, or `ingest --accept`, can
 * confirm its changes.
 *
 * @throws UserError `capture-implausible`, `capture-behind`, `store-…`
 */
export async function checkBounds<Event extends ReportedEvent>(
  { store, now, accepted }: Pick<AgencyContext, "store" | "now" | "accepted">,
  { agency, where, bounds }: Subject,
  held: readonly Event[],
  statement: Omit<Statement, "rows"> & { rows: readonly Event[] },
): Promise<Admitted<Event>> {
  const known = await readKnown(store, agency);
  const { counting, lately } = latelyOf(known.accepted, now());
  const context = { excused: excusedBy(known.answers, accepted), lately, reverted: revertedBy(known.outdated, now()) };
  const verdict = judge(held, statement, bounds, context);
  const { breaches, astray, reverted, counted } = verdict;
  const outdated = outdatedAfter(known.outdated, statement.rows, verdict, now());
  const { [where]: before, ...others } = known.answers;
  const write = (answers: Answers, more: Known["accepted"] = []) => {
    const content = { format: 1, accepted: [...counting, ...more], outdated, answers };
    return writeStateFile(store, fileOf(agency), `${JSON.stringify(content, null, 1)}\n`);
  };
  if (breaches.length === 0) {
    const isChange = counted.changes.length > 0 || Object.keys(counted.before).length > 0;
    if (before || isChange || outdated.length + known.outdated.length > 0) await write(others, isChange ? [{ at: now(), ...counted }] : []);
    const rows = statement.rows.filter((row) => !astray.has(row));
    return { rows, reverted: rows.filter((row) => reverted.has(row)) };
  }
  const answer = answerOf(breaches, before, now());
  await write({ ...others, [where]: answer });
  throw refusal(agency, where, breaches, answer.hash);
}

/** The ids of the events whose older version counts if the next answer lists it again. */
function revertedBy(outdated: Known["outdated"], now: number): Set<string> {
  const isNow = (one: Absence) => isLongAbsent({ ...one, captures: one.captures + 1, last: now }, REVERTED);
  return new Set(outdated.filter(isNow).map(({ id }) => id));
}

/** Counts the answers that list an event only in an older version. The stored version in an answer ends the count. */
function outdatedAfter(
  outdated: Known["outdated"],
  rows: readonly ReportedEvent[],
  { breaches, older, reverted }: Verdict,
  now: number,
): Known["outdated"] {
  const counting = outdated.filter(({ last }) => Math.abs(now - last) <= CONTINUED_MS);
  if (counting.length + older.size === 0) return [];
  // What a refused answer confirms is not used.
  const due = new Set(breaches.length > 0 ? older : [...older].filter((row) => !reverted.has(row)));
  const ids = new Set(rows.filter((row) => !due.has(row)).flatMap((row) => row.ids));
  return noteAbsences(counting, { events: [...counting.map(({ id }) => ({ id, ids: [id] })), ...due], ids, due: [...due], at: now });
}

/** The stored records without what is newer than these rows: later versions and withdrawals. Pure. */
export function withoutNewer<Held extends { events: readonly ReportedEvent[]; withdrawn: readonly Withdrawal[] }>(
  held: Held,
  rows: readonly ReportedEvent[],
): Held {
  if (rows.length === 0) return held;
  const rowOf = new Map(rows.flatMap((row) => row.ids.map((id) => [id, row] as const)));
  const events = held.events.map((event) => {
    const row = event.ids.map((id) => rowOf.get(id)).find((one) => one !== undefined);
    return row ? { ...event, updated: row.updated } : event;
  });
  return { ...held, events, withdrawn: held.withdrawn.filter(({ ids }) => !ids.some((id) => rowOf.has(id))) };
}

function answerOf(breaches: readonly Breach[], before: Answers[string] | undefined, now: number): Answers[string] {
  const changes: Answers[string]["changes"] = {};
  for (const breach of breaches) {
    for (const change of breach.changes) {
      const key = `${breach.rule} ${change}`;
      const { since = now, answers = 0 } = before?.changes[key] ?? {};
      changes[key] = { since, answers: answers + 1, repeatable: isRepeatable(breach) };
    }
  }
  return { hash: sha256(Object.keys(changes).toSorted().join("\n")).slice(0, HASH_LENGTH), last: now, changes };
}

function excusedBy(known: Answers, accepted: string | undefined): Set<string> {
  const excused = new Set<string>();
  for (const { hash, last, changes } of Object.values(known)) {
    for (const [key, { since, answers, repeatable }] of Object.entries(changes)) {
      const isRepeated = repeatable && answers >= REPEATED.answers && last - since >= REPEATED.ms;
      if (isRepeated || hash === accepted) excused.add(key);
    }
  }
  return excused;
}

/**
 * Refuses a file as a whole for this reason, unless the operator has accepted this file.
 *
 * @param sha256 of its bytes
 * @throws UserError the reason, with the hash that accepts the file
 */
export async function refuseFile(
  { store, now, accepted }: Pick<AgencyContext, "store" | "now" | "accepted">,
  { agency, where }: Omit<Subject, "bounds">,
  sha256: string,
  { code, message }: UserError,
): Promise<void> {
  const hash = sha256.slice(0, HASH_LENGTH);
  if (hash === accepted) return;
  const { answers, ...others } = await readKnown(store, agency);
  const content = { ...others, format: 1, answers: { ...answers, [where]: { hash, last: now(), changes: {} } } };
  await writeStateFile(store, fileOf(agency), `${JSON.stringify(content, null, 1)}\n`);
  throw new UserError(code, message, hintFor(hash));
}

/** Forgets what was refused. @throws UserError `store-unwritable` */
export function removeRefused(store: string, agency: string): Promise<void> {
  return removeStateFile(store, fileOf(agency));
}

/** @throws UserError `usage` if no refused answer of these agencies has this hash */
export async function assertRefused(store: string, agencies: readonly string[], hash: string): Promise<void> {
  const known = await Promise.all(agencies.map((agency) => readKnown(store, agency)));
  const hashes = known.flatMap(({ answers }) => Object.values(answers)).map((one) => one.hash);
  if (hashes.includes(hash)) return;
  const hint = hashes.length === 0 ? "no answer is refused now" : `the refused answers are ${hashes.join(", ")}`;
  throw new UserError("usage", `--accept ${hash}: no refused answer has this hash`, hint);
}

/** How many changes a message names. */
const EXAMPLES = 3;

/** The error for an answer beyond the bounds. `capture-behind`: it is only older than the store. */
function refusal(agency: string, where: string, breaches: readonly Breach[], acceptBy: string): UserError {
  const reasons = breaches.map(({ rule, changes, most, isSum }) => {
    const more = changes.length > EXAMPLES ? ", …" : "";
    const examples = changes.slice(0, EXAMPLES).join(", ") + more;
    const credible = `at most ${Math.floor(most)} are credible${isSum ? " after those of the last 24 h" : ""}`;
    return `${RULES[rule]}: ${changes.length} where ${credible} (${examples})`;
  });
  const isBehind = breaches.every(({ rule }) => rule === "older");
  const hint = isBehind ? behindHintFor(acceptBy) : hintFor(acceptBy);
  return new UserError(isBehind ? "capture-behind" : "capture-implausible", `${agency}: ${where} ${reasons.join("; it ")}`, hint);
}

function behindHintFor(hash: string): string {
  return `if the store is wrong, a day of such answers corrects it, and \`quaketree ingest --accept ${hash}\` or \`restore\` at once`;
}

function hintFor(hash: string): string {
  return `nothing of it is used; if it is right, \`quaketree ingest --accept ${hash}\` takes it`;
}
