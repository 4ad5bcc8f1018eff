import { cpSync, existsSync, linkSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../platform/file-system.ts";
import { DAY_MS, HOUR_MS } from "../platform/time.ts";
import { TEMPORARY, unwritable } from "./store.ts";

/*
 * Earlier states of an agency, as `kept/TIME/AGENCY/`, for `quaketree restore`. Every file of a state is replaced by renaming and never
 * written to, so a kept state consists of hard links: nothing is copied, and it takes only the space of later changes.
 */

const FOLDER = "kept";

/** A run keeps the state that it leaves when the last one kept is this old. After two days one of each day (UTC) stays, for two weeks. */
const SPACING_MS = 6 * HOUR_MS;
const ALL_FOR_MS = 2 * DAY_MS;
const KEPT_FOR_MS = 14 * DAY_MS;

/** The times of the kept states of an agency, oldest first, ms since 1970 UTC. */
export function keptStates(store: string, agency: string): number[] {
  const folder = path.join(store, FOLDER);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const times = names.map(timeOf).filter((time) => existsSync(keptFolder(store, time, agency)));
  return times.toSorted((a, b) => a - b);
}

/** A folder with the state of one agency as it was, in the layout of a store. */
export function keptStore(store: string, time: number): string {
  return path.join(store, FOLDER, stampOf(time));
}

/**
 * Keeps the state of an agency, unless a similar one is kept, and removes old ones. The caller holds the store's lock.
 *
 * @param now ms since 1970 UTC
 * @throws UserError `store-unwritable`
 */
export function keepState(store: string, agency: string, now: number, { always = false } = {}): void {
  const live = path.join(store, agency);
  const newest = keptStates(store, agency).at(-1);
  const known = newest === undefined ? undefined : keptFolder(store, newest, agency);
  if (!existsSync(path.join(live, STATE)) || existsSync(keptFolder(store, now, agency))) return;
  if (known !== undefined && newest !== undefined) {
    if (!always && now >= newest && now - newest < SPACING_MS) return;
    if (inodeOf(path.join(known, STATE)) === inodeOf(path.join(live, STATE))) return;
  }
  try {
    makeFolder(keptStore(store, now));
    linkFolder(live, keptFolder(store, now, agency));
    prune(store, agency, now);
  } catch (error) {
    throw unwritable(store, error);
  }
}

/**
 * Puts a kept state back. The state that it replaces is kept first. The caller holds the store's lock.
 *
 * @param now ms since 1970 UTC
 * @throws UserError `store-unwritable`
 */
export function restoreState(store: string, agency: string, time: number, now: number): void {
  keepState(store, agency, now, { always: true });
  const live = path.join(store, agency);
  const draft = `${live}${TEMPORARY}${process.pid}`;
  try {
    linkFolder(keptFolder(store, time, agency), draft);
    const files = filesIn(draft);
    // The state names the other files, so that it comes last, and nothing is removed before.
    for (const file of files.toSorted((a, b) => Number(a === STATE) - Number(b === STATE))) {
      makeFolder(path.dirname(path.join(live, file)));
      renameSync(path.join(draft, file), path.join(live, file));
    }
    for (const file of filesIn(live)) if (!files.includes(file)) rmSync(path.join(live, file));
  } catch (error) {
    throw unwritable(store, error);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The file of an agency's state that names all others. */
const STATE = "state.json";

function keptFolder(store: string, time: number, agency: string): string {
  return path.join(keptStore(store, time), agency);
}

function stampOf(time: number): string {
  return new Date(time).toISOString().replaceAll(/[-:.]/g, "");
}

function timeOf(stamp: string): number {
  return Date.parse(stamp.replace(/^(.{4})(..)(..)T(..)(..)(..)(...)Z$/, "$1-$2-$3T$4:$5:$6.$7Z"));
}

function inodeOf(file: string): number | undefined {
  return lstatSync(file, { throwIfNoEntry: false })?.ino;
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Links every file of a folder into a new one, which appears at once. Where the file system has no links, copies are made. */
function linkFolder(from: string, to: string): void {
  const draft = `${to}${TEMPORARY}${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  for (const file of filesIn(from)) {
    makeFolder(path.dirname(path.join(draft, file)));
    try {
      linkSync(path.join(from, file), path.join(draft, file));
    } catch {
      cpSync(path.join(from, file), path.join(draft, file));
    }
  }
  renameSync(draft, to);
}

function prune(store: string, agency: string, now: number): void {
  const days = new Set<string>();
  for (const time of keptStates(store, agency)) {
    const day = new Date(time).toISOString().slice(0, 10);
    const isFirst = !days.has(day);
    days.add(day);
    if (time >= now - (isFirst ? KEPT_FOR_MS : ALL_FOR_MS)) continue;
    rmSync(keptFolder(store, time, agency), { recursive: true, force: true });
    if (readdirSync(keptStore(store, time)).length === 0) rmSync(keptStore(store, time), { recursive: true });
  }
}
