import type { StatusSource } from "../../contract/wire/status.ts";
import { age } from "../../platform/text.ts";
import { MINUTE_MS } from "../../platform/time.ts";
import { SHRUNK } from "../../store/run-notes.ts";
import { EXIT } from "../exit-codes.ts";
import type { Status, TreeStatus } from "./read-status.ts";

interface Problem {
  /** `unsound`: damaged or missing; `stale`: complete, but not current. */
  kind: "unsound" | "stale";
  message: string;
  /** What to do. */
  hint: string;
}

/** A run may be late by this many intervals; a clock may be ahead by this time. */
const LATE_RUNS = 3;
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/** The problems of a store and a tree. Ages are counted now, not at the end of the last run. Pure. @param now ms since 1970 UTC */
export function problemsOf({ store, tree }: Status, now: number): Problem[] {
  const unsound = (message: string, hint: string): Problem => ({ kind: "unsound", message, hint });
  const problems: Problem[] = [];
  if (store && "fault" in store) problems.push(unsound(store.fault, "restore it from a backup"));
  else
    for (const { rule, since } of store?.gone_receivers ?? []) {
      const message = `no notices of ${rule} are sent: its receiver answered 410 (gone) at ${since}`;
      problems.push({ kind: "stale", message, hint: "name another address in the rule, or remove the rule" });
    }
  if (!tree) problems.push(unsound("there is no tree", "run `quaketree rebuild`"));
  else if ("fault" in tree) problems.push(unsound(tree.fault, "run `quaketree rebuild`, or restore it from a backup"));
  else {
    const { missing } = tree;
    if (missing > 0) {
      const message = `${missing} files of the tree are missing or of another size`;
      problems.push(unsound(message, "`quaketree verify` names them; the next build or mirror restores them"));
    }
    problems.push(...staleness(tree, now));
  }
  return problems;
}

function staleness({ as_of, stale_after, status }: TreeStatus, now: number): Problem[] {
  const stale = (message: string, hint: string): Problem => ({ kind: "stale", message, hint });
  const problems: Problem[] = [];
  const ahead = Date.parse(as_of) - now;
  if (ahead > CLOCK_TOLERANCE_MS) {
    problems.push(stale(`the data are of ${as_of}, which is in the future`, "set the clock of this machine"));
  }
  if (stale_after !== null && Date.parse(stale_after) < now) {
    const message = `the data of the tree are ${age(now - Date.parse(as_of))}`;
    problems.push(stale(message, "run `quaketree rebuild` on a schedule, or see the agencies below"));
  }
  if (!status) return problems;
  const { run, sources, expected_interval_s } = status;
  const since = now - Date.parse(run.finished_at);
  if (since > LATE_RUNS * expected_interval_s * 1000 + MINUTE_MS) {
    problems.push(stale(`the last rebuild ended ${run.finished_at}: rebuilds have stopped`, "check the scheduler and its log"));
  }
  if (run.outcome === "failed") {
    problems.push(stale(`the last rebuild failed: ${run.error?.message ?? "see its log"}`, "its log has the details"));
  }
  for (const source of sources) for (const [message, hint] of troubles(source, now)) problems.push(stale(message, hint));
  return problems;
}

/** Messages, each with what to do. */
function* troubles(source: StatusSource, now: number): Iterable<[string, string]> {
  const { agency, outcome, as_of: of, answered_at, stale_after_s, rejected } = source;
  const current = of ?? answered_at;
  const ageMs = current === null ? null : now - Date.parse(current);
  // A large table takes several runs.
  if (ageMs === null && outcome !== "in-progress") yield [`${agency} has never answered`, "`quaketree doctor` asks it"];
  if (ageMs !== null && stale_after_s !== null && ageMs > stale_after_s * 1000) {
    yield [`the data of ${agency} are ${age(ageMs)}`, "`quaketree journal` says what was rejected"];
  }
  // The public status names rows by their agency, addresses by their host.
  const captures = rejected.filter(({ what, code }) => what !== agency || outcome === "rejected" || code === SHRUNK);
  const hint = "`quaketree journal` has the details";
  for (const { code, what, message } of captures) yield [`${agency}: ${what}: ${code}: ${message}`, hint];
  if (outcome === "rejected" && captures.length === 0) yield [`${agency}: its answers were rejected`, hint];
}

/** 1 if anything is unsound, otherwise 3 if anything is stale, otherwise 0. */
export function checkExit(problems: readonly Problem[]): number {
  if (problems.some(({ kind }) => kind === "unsound")) return EXIT.failed;
  return problems.length > 0 ? EXIT.stale : EXIT.done;
}

export function problemLines(problems: readonly Problem[]): string[] {
  if (problems.length === 0) return ["check: sound and current"];
  return problems.map(({ kind, message, hint }) => `check: ${kind}: ${message} (${hint})`);
}
