import { z } from "zod";
import { UserError } from "../platform/error.ts";
import { sha256 } from "../platform/hash.ts";
import { HOUR_MS } from "../platform/time.ts";
import type { AgencyContext } from "../store/agency.ts";
import type { ReportedEvent } from "../store/records.ts";
import { readStateFile, removeStateFile, writeStateFile } from "../store/store.ts";
import { type Bounds, type Breach, isRepeatable, judge, refusal, type Statement } from "./bounds.ts";

const instant = z.number().int();

/** The changes that made an answer implausible, by address, each with the time and number of the answers that had it. */
const schema = z.strictObject({
  format: z.literal(1),
  answers: z.record(
    z.string(),
    z.strictObject({
      hash: z.string(),
      last: instant,
      changes: z.record(z.string(), z.strictObject({ since: instant, answers: instant, repeatable: z.boolean() })),
    }),
  ),
});

type Answers = z.infer<typeof schema>["answers"];

/**
 * A change that this many answers of one address repeat for this long, with no credible answer between, is the agency's word. The
 * longest false state on record, the replica of 28 September 2025, lasted 20.4 h, and every second answer was right.
 */
const REPEATED = { answers: 6, ms: 24 * HOUR_MS };

async function readAnswers(store: string, agency: string): Promise<Answers> {
  return (await readStateFile(store, fileOf(agency), schema))?.answers ?? {};
}

function fileOf(agency: string): string {
  return `refused-${agency}.json`;
}

/** The answer that a check is about: `where` names its address, and what was asked of it. */
export interface Subject {
  agency: string;
  where: string;
  bounds: Bounds;
}

/**
 * Compares an answer with the store. An answer beyond the bounds is recorded, so that its repetition, or `ingest --accept`, can
 * confirm its changes.
 *
 * @returns the rows that may be used
 * @throws UserError `capture-implausible`, `capture-behind`, `store-…`
 */
export async function checkBounds<Event extends ReportedEvent>(
  { store, now, accepted }: Pick<AgencyContext, "store" | "now" | "accepted">,
  { agency, where, bounds }: Subject,
  held: readonly Event[],
  statement: Omit<Statement, "rows"> & { rows: readonly Event[] },
): Promise<Event[]> {
  const known = await readAnswers(store, agency);
  const { breaches, astray } = judge(held, statement, bounds, excusedBy(known, accepted));
  const { [where]: before, ...others } = known;
  const write = (answers: Answers) => writeStateFile(store, fileOf(agency), `${JSON.stringify({ format: 1, answers }, null, 1)}\n`);
  if (breaches.length === 0) {
    if (before) await write(others);
    return astray.size === 0 ? [...statement.rows] : statement.rows.filter((row) => !astray.has(row));
  }
  const answer = answerOf(breaches, before, now());
  await write({ ...others, [where]: answer });
  throw refusal(agency, where, breaches, answer.hash);
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
  return { hash: sha256(Object.keys(changes).toSorted().join("\n")).slice(0, 16), last: now, changes };
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

/** Forgets what was refused. @throws UserError `store-unwritable` */
export function removeRefused(store: string, agency: string): Promise<void> {
  return removeStateFile(store, fileOf(agency));
}

/** @throws UserError `usage` if no refused answer of these agencies has this hash */
export async function assertRefused(store: string, agencies: readonly string[], hash: string): Promise<void> {
  const answers = await Promise.all(agencies.map((agency) => readAnswers(store, agency)));
  const hashes = answers.flatMap((one) => Object.values(one)).map((one) => one.hash);
  if (hashes.includes(hash)) return;
  const hint = hashes.length === 0 ? "no answer is refused now" : `the refused answers are ${hashes.join(", ")}`;
  throw new UserError("usage", `--accept ${hash}: no refused answer has this hash`, hint);
}
