import { ARCHIVE_PERIOD, listedEventHref, usgsHref } from "../../addresses.ts";
import { quakeRow, type RecentQuake, recentQuake } from "../../data/elements.ts";
import { languageOf } from "../../i18n/languages.ts";
import { quakeOfRecord } from "../../map/quake.ts";
import { MOST_ARCHIVED } from "../../views/list-frame.ts";
import { type ArchiveAbsence, type ArchivedEarthquake, readArchive } from "../archive.ts";
import { readEarthquakes } from "../earthquakes.ts";
import { readPagesFrom } from "../page-data.ts";
import { leastOf, quakeRowOf, type ShownRow } from "./rows.ts";
import type { Choice } from "./select.ts";

/** Rows that were read. */
export interface FoundRows {
  rows: readonly ShownRow[];
  /** Of the archive: since when it has all of them, ms since 1970 UTC. */
  since?: number;
  /** Of a window: since when the data cover it; null if they cover all of it. */
  coveredFrom?: string | null;
  /** Of the archive: why there are no rows. */
  absent?: ArchiveAbsence;
}

/** The earthquakes that match the filters; undefined if they could not be read. */
export async function readRows({ filters }: Choice): Promise<FoundRows | undefined> {
  const { hours = "", min = "", country = "" } = filters;
  const query = { least: leastOf(min), country: country || undefined };
  if (hours === ARCHIVE_PERIOD) {
    const found = await readArchive({ ...query, most: MOST_ARCHIVED });
    if (!found || "absent" in found) return found && { rows: [], ...found };
    return { rows: found.earthquakes.map(archivedRow), since: found.complete.from };
  }
  const found = await readEarthquakes({ ...query, hours });
  const pagesFrom = readPagesFrom();
  const language = languageOf(document.documentElement.lang).tag;
  const rows = found?.earthquakes.map((record) => {
    const quake = recentQuake(quakeOfRecord(record));
    return rowOf(quake, listedEventHref(language, quake, pagesFrom));
  });
  return rows && { rows, coveredFrom: found?.coveredFrom ?? null };
}

/** The tree has no pages of most earthquakes of the archive. */
function archivedRow({ time, ...earthquake }: ArchivedEarthquake): ShownRow {
  const quake = { ...earthquake, slug: earthquake.id, occurredAt: new Date(time).toISOString() };
  return rowOf(quake, usgsHref(earthquake.id));
}

function rowOf(quake: RecentQuake, href: string): ShownRow {
  return quakeRowOf(quake, () => {
    const template = document.createElement("template");
    template.innerHTML = quakeRow(quake, href).markup;
    return template.content.firstElementChild as HTMLElement;
  });
}
