import { joinSpans, type Span } from "./events/spans.ts";
import type { UsgsCapture } from "./feed.ts";
import { feedScope } from "./feed-scope.ts";
import type { CaptureRecord, UsgsState } from "./state.ts";
import { type Changes, upsert } from "./upsert.ts";

/** Of a capture's record, what only its bytes and the way they came can tell. */
export type Provenance = Pick<CaptureRecord, "address" | "retrievedAt" | "sha256" | "bytes">;

/** The state after a capture that was judged good. Pure. */
export function applyCapture(
  state: UsgsState | undefined,
  capture: UsgsCapture,
  provenance: Provenance,
): { state: UsgsState; changes: Changes } {
  const { generated, title, features, leftOut, doubtful } = capture;
  const { holdings, changes } = upsert(state ?? { events: [], withdrawn: [] }, capture);
  const record = { ...provenance, generated, title, features, leftOut, doubtful };
  const spans = joinSpans([...(state ? [state.covers] : []), spanOf(capture)]);
  // A span that begins after the other's end leaves a gap, and only the newer part is without one.
  const covers = spans.at(-1) ?? spanOf(capture);
  const withdrawn = [...holdings.withdrawn];
  return {
    state: { format: 1, agency: "usgs", capture: record, covers, withdrawn, events: [...holdings.events] },
    changes,
  };
}

/** A feed says how far back it reaches; an answer of the query service only shows it. */
export function spanOf({ title, generated, events }: UsgsCapture): Span {
  const period = feedScope(title)?.periodMs ?? null;
  if (period !== null) return { from: generated - period, to: generated };
  const oldest = events.reduce((from, { time }) => Math.min(from, time), generated);
  return { from: oldest, to: generated };
}
