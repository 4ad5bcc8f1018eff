import { readdir } from "node:fs/promises";
import { type FdsnState, readFdsnState } from "../../agencies/fdsn/state.ts";
import type { DataSource } from "../../catalogue/catalogue.ts";
import { UserError } from "../../platform/error.ts";

/** Folders of a store that do not belong to a secondary agency. */
const OTHER_FOLDERS = new Set(["usgs", "noaa", "plates", "journal", "kept"]);

/**
 * Reads the states of the agencies with an FDSN event service, without regard to priorities: the EMSC, which covers most of the world,
 * then the others by their keys.
 *
 * @param dir folder of the store; a missing one is empty
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readFdsnStates(dir: string): Promise<FdsnState[]> {
  const keys = (await foldersOf(dir)).filter((name) => !OTHER_FOLDERS.has(name)).toSorted(emscFirst);
  const states = await Promise.all(keys.map((key) => readFdsnState(dir, key)));
  return states.filter((state) => state !== undefined);
}

async function foldersOf(dir: string): Promise<string[]> {
  try {
    const entries = await readdir(dir, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    if (code === "ENOENT") return [];
    throw new UserError("store-unreadable", `the store ${dir} cannot be read: ${code}`);
  }
}

function emscFirst(a: string, b: string): number {
  return Number(b === "emsc") - Number(a === "emsc") || (a < b ? -1 : 1);
}

/**
 * The time to which the data of an agency are current, by its own statement, ms since 1970 UTC. It is the time of the agency's
 * newest change or, if it states none, of its newest event. Times in the future are ignored. Null if there is none.
 */
export function fdsnAsOf({ capture, events, updatedTo }: Pick<FdsnState, "capture" | "events" | "updatedTo">): number | null {
  const changes = [updatedTo, ...events.map(({ updated }) => updated)].filter((at) => at !== null);
  const stated = changes.length > 0 ? changes : events.map(({ time }) => time);
  return stated.reduce<number | null>((newest, at) => (at > capture.retrievedAt ? newest : Math.max(newest ?? at, at)), null);
}

/** The description of a secondary agency for answers and pages. */
export function fdsnDataSource(state: FdsnState): DataSource {
  const { agency, about, covers, events } = state;
  return {
    id: agency,
    name: about.name,
    provides: "recent events",
    asOf: fdsnAsOf(state),
    covers,
    records: events.length,
    licence: about.licence,
    attribution: about.attribution,
    url: publicAddress(about.url),
  };
}

/** An address without user, password and query, which may be secret. The address of a file is not published. */
function publicAddress(address: string): string {
  if (!/^https?:/i.test(address)) return "/docs/#sources";
  const { origin, pathname } = new URL(address);
  return origin + pathname;
}
