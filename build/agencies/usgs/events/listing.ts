import { UserError } from "../../../platform/error.ts";
import { isoTime } from "../../../store/civil-time.ts";
import { CLOCK_TOLERANCE_MS } from "../../reading.ts";
import { applyUpdate, countUnusable, type Run, recordOf } from "../run.ts";
import type { UsgsState } from "../state.ts";
import { idsListed } from "./expected.ts";
import { type Listing, listWindows, type Service } from "./query.ts";
import type { Span } from "./spans.ts";

const SETTLING_MS = 10 * 60_000;
const FEWEST_MISSING = 3;

/**
 * Lists a span of origin times by the query service, window by window, and takes each in: after every one of them the store
 * covers so much more, and a run that is cut short goes on from there.
 *
 * @param minMagnitude from which on the store collects; null: all
 * @throws UserError `capture-…`, `store-…`
 */
export async function takeListing(run: Run, service: Service, span: Span, minMagnitude: number | null): Promise<void> {
  const { report, now } = run.context;
  report.step(`listing usgs from ${isoTime(span.from)} to ${isoTime(span.to)}`);
  for await (const listing of listWindows(service, span, { minMagnitude, deleted: true })) {
    const { capture, bytes, span: window } = listing;
    if (capture.generated > now() + CLOCK_TOLERANCE_MS) {
      const reason = `usgs: ${bytes.retrievedFrom} says that it is ${isoTime(capture.generated)}, which is still to come`;
      throw new UserError("capture-from-the-future", reason, "check the clock of this machine");
    }
    const doubt = doubtListing(run.state, listing, minMagnitude, run.thresholds.missingShare);
    if (doubt) throw doubt;
    countUnusable(run, capture);
    const to = Math.max(window.from, Math.min(window.to, capture.generated));
    await applyUpdate(run, capture, {
      // Of what comes after the window this answer says nothing, however new it is.
      capture: { ...recordOf(capture, bytes.retrievedFrom, bytes), generated: to },
      seen: [{ from: window.from, to }],
      upkeep: ({ syncedTo }) => ({ syncedTo: syncedTo ?? capture.generated }),
    });
    run.isTakenIn = true;
  }
}

/**
 * Whether a listing lacks so much of what we have of its span that it was lost rather than withdrawn.
 *
 * @returns `capture-empty`, `capture-shrunk`, or null
 */
function doubtListing(
  state: UsgsState | undefined,
  { span, capture, bytes }: Listing,
  minMagnitude: number | null,
  missingShare: number,
): UserError | null {
  const ids = idsListed(capture);
  const expected = (state?.events ?? []).filter(
    ({ time, updated, magnitude }) =>
      time > span.from &&
      time < span.to &&
      updated <= capture.generated - SETTLING_MS &&
      (minMagnitude === null || (magnitude !== null && magnitude >= minMagnitude)),
  );
  const missing = expected.filter((event) => !event.ids.some((id) => ids.has(id))).length;
  const hint = "it is asked again in the next run";
  if (capture.features === 0 && missing > 0) {
    const reason = `usgs: ${bytes.retrievedFrom} is empty where there were earthquakes: the store holds ${missing}`;
    return new UserError("capture-empty", reason, hint);
  }
  if (missing < FEWEST_MISSING || missing <= missingShare * expected.length) return null;
  const reason = `usgs: ${bytes.retrievedFrom} lacks ${missing} of the ${expected.length} events of ours of its time`;
  return new UserError("capture-shrunk", reason, hint);
}
