import type { Archive } from "../../build/catalogue/tally/archive.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import type { ReportedEvent } from "../../build/store/records.ts";
import { smallInput } from "../answers/small-catalogue.ts";

/** An archive in two parts, which forgets everything. */
export function archiveOf(events: readonly ReportedEvent[], complete: Archive["complete"]): Archive {
  const half = events.length >> 1;
  const parts = [events.slice(0, half), events.slice(half)];
  return {
    agency: "usgs",
    parts: parts.map((part, at) => ({ key: `${at} ${JSON.stringify(part)}`, span: spanOf(part), events: () => part })),
    complete,
    // Through JSON, as where it is recalled.
    derive: Object.assign(
      <Value>(...[, , make]: [string, readonly unknown[], () => Value]) => ({
        hash: "",
        value: JSON.parse(JSON.stringify(make())) as Value,
      }),
      NO_CELLS,
    ),
    locate: smallInput().locate,
  };
}

function spanOf(events: readonly ReportedEvent[]) {
  const times = events.map(({ time }) => time);
  return times.length === 0 ? null : { from: Math.min(...times), to: Math.max(...times) };
}
