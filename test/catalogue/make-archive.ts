import type { Archive } from "../../build/catalogue/tally/archive.ts";
import type { ReportedEvent } from "../../build/store/records.ts";

/** An archive in two parts, which forgets everything. */
export function archiveOf(events: readonly ReportedEvent[], complete: Archive["complete"]): Archive {
  const half = events.length >> 1;
  const parts = [events.slice(0, half), events.slice(half)];
  return {
    parts: parts.map((part, at) => ({ key: `${at} ${JSON.stringify(part)}`, span: spanOf(part), events: () => part })),
    complete,
    // Through JSON, as where it is remembered.
    getOrMake: (_kind, _part, _dependsOn, make) => JSON.parse(JSON.stringify(make())),
  };
}

function spanOf(events: readonly ReportedEvent[]) {
  const times = events.map(({ time }) => time);
  return times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) };
}
