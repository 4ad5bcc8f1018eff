import { createHash } from "node:crypto";
import type { FdsnState, OldEvents } from "./fdsn-state.ts";
import type { LiveEvent } from "./records.ts";
import { writeStateFile } from "./store.ts";

const DAY_MS = 86_400_000;

/** Events that are so much older than the newest are not asked for any more, and served only where NOAA has them too. */
const OLD_MS = 45 * DAY_MS;

/** Events as large as NOAA's are kept at hand, so that their ids go on leading to them. */
const KEPT_MAGNITUDE = 5;

/** Fewer are not worth a file. */
const FEWEST = 1000;

/**
 * Takes events out of a state that nobody asks for any more, so that it does not grow from year to year: into a file of
 * their own in the store, named by its content and never changed, which the state to be written then names.
 *
 * @param dir folder of the store
 * @throws UserError `store-unwritable`
 */
export async function putOldAside(dir: string, state: FdsnState): Promise<FdsnState> {
  const newest = state.events[0]?.time ?? Number.NEGATIVE_INFINITY;
  const isOld = ({ time, magnitude }: LiveEvent) => time < newest - OLD_MS && (magnitude ?? 0) < KEPT_MAGNITUDE;
  const old = state.events.filter(isOld);
  if (old.length < FEWEST) return state;
  const text = `[${old.map((event) => `\n${JSON.stringify(event)}`).join(",")}]\n`;
  const sha256 = createHash("sha256").update(text).digest("hex");
  const file = `${state.agency}/old-${sha256.slice(0, 16)}.json`;
  await writeStateFile(dir, file, text);
  const entry: OldEvents = { file, sha256, events: old.length, ...spanOf(old) };
  return { ...state, events: state.events.filter((event) => !isOld(event)), old: [...(state.old ?? []), entry] };
}

function spanOf(events: readonly LiveEvent[]): { from: number; to: number } {
  return { from: events.at(-1)?.time ?? 0, to: events[0]?.time ?? 0 };
}
