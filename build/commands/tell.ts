import type { CliContext } from "../cli-context.ts";
import { size, thousands } from "../terminal.ts";
import type { BuildReport } from "./build.ts";
import type { IngestReport, SourceReport } from "./ingest.ts";

/** What a build did, for people or as JSON. @param ms how long it took */
export function tellBuild(built: BuildReport, ms: number, { out, json }: CliContext): void {
  if (json) {
    out(JSON.stringify({ ...built, ms: Math.round(ms) }));
    return;
  }
  const { snapshot, events, written, unchanged, removed, bytes } = built;
  const from = built.source === "store" ? "the store" : "the embedded data";
  const leftOut = Object.values(built.leftOut).flatMap(counts);
  out(
    `built ${built.out} from ${from} in ${(ms / 1000).toFixed(1)} s: snapshot ${snapshot.id}, as of ${snapshot.as_of}`,
  );
  out(`  ${thousands(events.recent)} recent and ${thousands(events.historical)} historical earthquakes`);
  if (leftOut.length > 0) out(`  left out: ${leftOut.join(", ")}`);
  const files = `${thousands(written)} files written, ${thousands(unchanged)} unchanged, ${thousands(removed)} removed`;
  out(`  ${files}; ${size(bytes)} in all`);
}

/** What became of each agency, for people or as JSON. What was set aside is a warning, so that it is seen in either case. */
export function tellIngest(ingested: IngestReport, { out, json, report }: CliContext): void {
  report.clear();
  for (const source of ingested.sources) {
    if (source.outcome === "set-aside") continue;
    if (!json) out(takenIn(source, ingested.store));
  }
  if (json) out(JSON.stringify(ingested));
}

function takenIn(source: Exclude<SourceReport, { outcome: "set-aside" }>, store: string): string {
  const { agency, title, features, changes, events } = source;
  const of = `as of ${new Date(source.generated).toISOString()}`;
  if (source.outcome === "unchanged") return `${agency}: nothing new, ${of}; ${thousands(events)} events in ${store}`;
  const { added, revised, merged, withdrawn } = changes;
  const what = counts({ added, revised, merged, withdrawn }).join(", ") || "no changes";
  return `${agency}: ${title || "a feed"} of ${thousands(features)} features, ${of}: ${what}; ${thousands(events)} events in ${store}`;
}

function counts(by: Record<string, number>): string[] {
  return Object.entries(by)
    .filter(([, count]) => count > 0)
    .map(([what, count]) => `${what} ${thousands(count)}`);
}
