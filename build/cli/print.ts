import type { BuildResult } from "../pipeline/build.ts";
import { type IngestResult, type SourceResult, sourceResult } from "../pipeline/ingest.ts";
import type { RebuildResult } from "../pipeline/rebuild.ts";
import { size, thousands } from "../platform/text.ts";
import { type CliContext, printResult } from "./context.ts";

/** Prints the result of a build, for people or as JSON. @param ms its duration */
export function printBuild(built: BuildResult, ms: number, context: CliContext): void {
  printResult(context, { ...built, ms: Math.round(ms) }, () => buildLines(built, ms));
}

function buildLines(built: BuildResult, ms: number): string[] {
  const { snapshot, events, written, unchanged, removed, bytes } = built;
  const from = built.source === "store" ? "the store" : "the embedded data";
  const leftOut = Object.entries(built.leftOut).map(([agency, by]) => [agency, counts(by).join(", ")]);
  return [
    `built ${built.out} from ${from} in ${(ms / 1000).toFixed(1)} s: snapshot ${snapshot.id}, as of ${snapshot.as_of}`,
    `  ${thousands(events.recent)} recent and ${thousands(events.historical)} historical earthquakes`,
    ...leftOut.flatMap(([agency, left]) => (left === "" ? [] : [`  left out of ${agency}: ${left}`])),
    `  ${thousands(written)} files written, ${thousands(unchanged)} unchanged, ${thousands(removed)} removed; ${size(bytes)} in all`,
  ];
}

/** Prints the outcome of each agency, for people or as JSON. Rejections go to stderr, so that they are seen in both cases. */
export function printIngest(ingested: IngestResult, context: CliContext): void {
  context.report.clear();
  const sources = ingested.sources.map(sourceResult);
  printResult(context, { ...ingested, sources }, () => sources.map(sourceLine));
  for (const line of sources.flatMap(rejectedLines)) context.report.warn(line);
}

/** Prints the result of a rebuild. The caller prints its error. */
export function printRebuild(rebuilt: RebuildResult, context: CliContext): void {
  context.report.clear();
  printResult(context, rebuilt, () => [
    ...rebuilt.sources.map(sourceLine),
    ...(rebuilt.build ? buildLines(rebuilt.build, (rebuilt.seconds.build ?? 0) * 1000) : []),
    ...(rebuilt.outcome === "failed" ? [`failed; ${rebuilt.out} is as it was`] : []),
  ]);
  for (const line of rebuilt.sources.flatMap(rejectedLines)) context.report.warn(line);
}

const OUTCOMES = {
  applied: "updated",
  unchanged: "nothing new",
  "in-progress": "in part; the next run continues",
  rejected: "rejected; the store is as it was",
} as const;

/** One agency in one line. Usable parts of a rejected capture may have been applied. */
function sourceLine({ agency, outcome, as_of, records, changes, due_at: dueAt }: SourceResult): string {
  if (outcome === "unchanged" && dueAt !== undefined) return `${agency}: not due until ${dueAt}; ${thousands(records)} records`;
  const of = as_of === null ? "" : `, as of ${as_of}`;
  const changed = counts(changes).join(", ");
  return `${agency}: ${became(outcome, changed)}${of}; ${thousands(records)} records`;
}

function became(outcome: SourceResult["outcome"], changed: string): string {
  if (changed === "") return OUTCOMES[outcome];
  if (outcome === "applied") return changed;
  return `${outcome === "rejected" ? "rejected in part" : OUTCOMES[outcome]}; ${changed}`;
}

/** Maximum number of lines; the journal has all. */
const SHOWN = 3;

function rejectedLines({ agency, rejected }: SourceResult): string[] {
  const lines = rejected.slice(0, SHOWN).map(({ what, code, reason, hint }) => {
    const about = reason.includes(what) ? reason : `${what}: ${reason}`;
    return `${agency}: rejected (${code}): ${about}${hint === undefined ? "" : ` (${hint})`}`;
  });
  const more = rejected.length - SHOWN;
  return more > 0 ? [...lines, `${agency}: and ${thousands(more)} more, see \`quaketree journal\``] : lines;
}

function counts(by: Record<string, number>): string[] {
  return Object.entries(by)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${thousands(count)}`);
}
