import { RECENT_HOURS } from "../../../contract/texts/vocabulary.ts";
import type { SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { HOUR_MS } from "../../../platform/time.ts";
import type { ArchiveAbsence, Period } from "../../client/archive.ts";
import { readJson } from "../../client/page-data.ts";
import { listedOf } from "../archived.ts";
import { matcherOf, periodOf, type Selection } from "../selection.ts";
import { HISTORY_FILE, type ListedEarthquake, NEWEST_FILE, RECENT_FILE, readTable } from "../table.ts";

/** What was read for a selection. */
export interface Found {
  /** Those that are selected, in no order. */
  rows: ListedEarthquake[];
  /** The time of the data, ms since 1970 UTC. */
  asOf: number;
  /** The number of earthquakes of the historical catalogue that were looked through, and the time of the first; absent if none was. */
  history?: { count: number; first: number };
  /** The time of recent earthquakes that the data cover, ms since 1970 UTC; absent if none was looked through. */
  recent?: Period;
  /** Of the archive: since when it has all earthquakes of the selection, or why it has none; absent if it was not looked through. */
  archive?: { since: number } | { absent: ArchiveAbsence; least: number };
  /** The ids of the earthquakes that are only in the archive. */
  archived: ReadonlySet<string>;
}

/** So many earthquakes of the archive or more are not listed: the browser holds all rows of a list. */
export const MOST_ARCHIVED = 60_000;

/** Reads the earthquakes of selections. Each file is requested once. */
export interface CatalogueReader {
  /** @throws Error if a file cannot be read */
  find: (selection: Selection, wordsIn?: (one: ListedEarthquake) => string) => Promise<Found>;
}

/** @param archivedFrom magnitude from which the archive of the tree has every earthquake; undefined without such an archive */
export function createCatalogueReader(archivedFrom: number | undefined): CatalogueReader {
  const files = new Map<string, Promise<unknown>>();
  const once = <T>(address: string, read: (file: unknown) => T): Promise<T> => {
    const known = files.get(address) as Promise<T> | undefined;
    const reading = known ?? readJson(address).then(read);
    files.set(address, reading);
    if (!known) reading.catch(() => files.delete(address));
    return reading;
  };
  return {
    async find(selection, wordsIn) {
      const record = await once("/snapshot.json", (file) => file as SnapshotRecord);
      const asOf = Date.parse(record.as_of);
      const period = periodOf(selection, asOf);
      const monthFrom = asOf - RECENT_HOURS * HOUR_MS;
      const [isOld, isNew] = [period.from <= monthFrom || period.to > asOf, period.to > monthFrom && period.from <= asOf];
      const readArchived = isOld && archivedFrom !== undefined && hasNoEffects(selection);
      const [history, recent, newest, archived] = await Promise.all([
        isOld ? once(HISTORY_FILE, readTable) : [],
        isNew ? once(RECENT_FILE, readTable) : [],
        isNew ? once(NEWEST_FILE, readTable) : [],
        readArchived ? archiveOf(selection, archivedFrom, { ...period, to: Math.min(period.to, monthFrom) }) : undefined,
      ]);
      const rows = new Map([...history, ...recent, ...newest].map((one) => [one.id, one]));
      const added = archived ? (await import("../known.ts")).withoutKnown(archived.rows, history) : [];
      const matches = matcherOf(selection, asOf, wordsIn);
      return {
        rows: [...rows.values(), ...added].filter(matches),
        asOf,
        archived: new Set(added.map(({ id }) => id)),
        ...(isOld && { history: { count: history.length, first: history[0]?.time ?? asOf } }),
        ...(isNew && {
          recent: { from: Math.max(Date.parse(record.covered_from ?? "") || monthFrom, period.from), to: Math.min(period.to, asOf) },
        }),
        ...(archived && { archive: archived.state }),
      };
    },
  };
}

/** The archive has no deaths, tsunamis and alerts. */
function hasNoEffects({ min_deaths: deaths, tsunami, alert }: Selection): boolean {
  return deaths === "" && tsunami === "" && alert === "";
}

async function archiveOf(selection: Selection, archivedFrom: number, period: Period) {
  const { readArchive } = await import("../../client/archive.ts");
  const least = Math.max(archivedFrom, Number(selection.min_mag || archivedFrom));
  const found = await readArchive({
    least,
    country: selection.country || undefined,
    most: MOST_ARCHIVED,
    periodIn: (complete) => ({ from: Math.max(complete.from, period.from), to: Math.min(complete.to, period.to) }),
  });
  if (!found) throw new Error("the archive cannot be read");
  if ("absent" in found) return { rows: [], state: { absent: found.absent, least } };
  return { rows: found.earthquakes.map((one) => listedOf(one, selection.country || null)), state: { since: found.complete.from } };
}
