import type { ApiIndex } from "../../../contract/resources/resources.ts";
import { RECENT_HOURS } from "../../../contract/texts/vocabulary.ts";
import { readOnce } from "../../../contract/wire/memoize.ts";
import { DAY_MS, HOUR_MS } from "../../../platform/time.ts";
import type { ArchiveAbsence, ArchivedEarthquakes, ArchiveQuery, Period } from "../../client/archive.ts";
import { answerTo, readJson } from "../../client/page-data.ts";
import { day, yearText } from "../../format/dates.ts";
import { countedElement, numberElement } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import type { Translate } from "../../i18n/translations.ts";
import type { ScriptText } from "../form.ts";
import { matcherOf, periodOf, type Selection } from "../selection.ts";
import {
  HISTORY_FILE,
  LARGE_FROM,
  type ListedEarthquake,
  listedOf,
  NEWEST_FILE,
  RECENT_FILE,
  RECENT_SMALL_FILE,
  readTable,
} from "../table.ts";

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

/** The answer that has the time of the data. The record of the snapshot has it, too, but is ten times as large. */
const INDEX = "/api";

/** The state that is read first may be newer than what a cache has. */
const NEWEST: RequestInit = { cache: "no-cache" };

/** So many earthquakes of the archive or more are not listed: the browser holds all rows of a list. */
const MOST_ARCHIVED = 100_000;

/** Reads the earthquakes of selections. Each file is requested once. */
export interface CatalogueReader {
  /** @throws Error if a file cannot be read */
  find: (selection: Selection, wordsIn?: (one: ListedEarthquake) => string) => Promise<Found>;
  /**
   * Asks for the time of the newest data, so that the next selection is of them.
   *
   * @returns whether it is another than before
   * @throws Error if it cannot be read
   */
  refresh: () => Promise<boolean>;
}

/** @param archivedFrom magnitude from which the archive of the tree has every earthquake; undefined without such an archive */
export function createCatalogueReader(archivedFrom: number | undefined): CatalogueReader {
  const files = new Map<string, Promise<unknown>>();
  const table = (file: string) => readOnce(files, file, () => readJson(file, file === HISTORY_FILE ? {} : NEWEST).then(readTable));
  const state = () => readOnce(files, INDEX, readState);
  return {
    async refresh() {
      const last = files.get(INDEX) as Promise<ApiIndex["snapshot"]> | undefined;
      files.delete(INDEX);
      try {
        const isOther = (await state()).as_of !== (await last)?.as_of;
        for (const file of isOther ? [RECENT_FILE, RECENT_SMALL_FILE, NEWEST_FILE] : []) files.delete(file);
        return isOther;
      } catch (error) {
        // Without a connection, what was read before still answers.
        if (last) files.set(INDEX, last);
        throw error;
      }
    },
    async find(selection, wordsIn) {
      const { as_of: instant, covered_from: coveredFrom } = await state();
      const asOf = Date.parse(instant);
      const period = periodOf(selection, asOf);
      const monthFrom = asOf - RECENT_HOURS * HOUR_MS;
      const [isOld, isNew] = [period.from <= monthFrom || period.to > asOf, period.to > monthFrom && period.from <= asOf];
      const readArchived = isOld && archivedFrom !== undefined && hasNoEffects(selection);
      const hasSmall = isNew && !(Number(selection.min_mag) >= LARGE_FROM);
      const [history, recent, small, newest, archived] = await Promise.all([
        isOld ? table(HISTORY_FILE) : [],
        isNew ? table(RECENT_FILE) : [],
        hasSmall ? table(RECENT_SMALL_FILE) : [],
        isNew ? table(NEWEST_FILE) : [],
        readArchived
          ? archiveOf(selection, archivedFrom, { ...period, to: Math.min(period.to, Math.ceil(monthFrom / DAY_MS) * DAY_MS) })
          : undefined,
      ]);
      const rows = new Map([...history, ...recent, ...small, ...newest].map((one) => [one.id, one]));
      const added = archived ? (await import("../known.ts")).withoutKnown(archived.rows, history).filter(({ id }) => !rows.has(id)) : [];
      const matches = matcherOf(selection, asOf, wordsIn);
      return {
        rows: [...rows.values(), ...added].filter(matches),
        asOf,
        archived: new Set(added.map(({ id }) => id)),
        ...(isOld && { history: { count: history.length, first: history[0]?.time ?? asOf } }),
        ...(isNew && {
          recent: { from: Math.max(Date.parse(coveredFrom ?? "") || monthFrom, period.from), to: Math.min(period.to, asOf) },
        }),
        ...(archived && { archive: archived.state }),
      };
    },
  };
}

async function readState(): Promise<ApiIndex["snapshot"]> {
  const answer = await answerTo(INDEX, NEWEST);
  if (!answer) throw new Error(`${INDEX}/: no answer`);
  return ((await answer.json()) as ApiIndex).snapshot;
}

/** The archive has no deaths, tsunamis and alerts. */
function hasNoEffects({ min_deaths: deaths, tsunami, alert }: Selection): boolean {
  return deaths === "" && tsunami === "" && alert === "";
}

/** The answer of the archive: it is large, and the map asks for its selection again with each snapshot. */
let lastArchive: { key: string; answer: Promise<ArchivedEarthquakes | undefined> } | undefined;

async function archiveOf(selection: Selection, archivedFrom: number, period: Period) {
  const { readArchive } = await import("../../client/archive.ts");
  const least = Math.max(archivedFrom, Number(selection.min_mag || archivedFrom));
  const key = [least, selection.country, period.from, period.to].join();
  if (key !== lastArchive?.key) {
    const country = selection.country || undefined;
    const periodIn: ArchiveQuery["periodIn"] = ({ from, to }) => ({ from: Math.max(from, period.from), to: Math.min(to, period.to) });
    lastArchive = { key, answer: readArchive({ least, country, most: MOST_ARCHIVED, periodIn }) };
  }
  const found = await lastArchive.answer;
  if (!found) lastArchive = undefined;
  if (!found) throw new Error("the archive cannot be read");
  if ("absent" in found) return { rows: [], state: { absent: found.absent, least } };
  return { rows: found.earthquakes.map((one) => listedOf(one, selection.country || null)), state: { since: found.complete.from } };
}

/** The sentences in which a page says what was found. */
type Sentences = Translate<ScriptText>;

/** How many were found, and how many died in them. */
export function finding({ rows }: Pick<Found, "rows">, t: Sentences): Html {
  const deaths = rows.reduce((sum, one) => sum + (one.deaths ?? 0), 0);
  const what = html`<b>${t.html("found", { count: countedElement(rows.length) })}</b>`;
  if (rows.length === 0) return html`${t("list_none")}`;
  return deaths > 0 ? html`${what} · ${t.html("found_deaths", { count: countedElement(deaths) })}` : what;
}

/** What was looked through, and where it is complete. */
export function covers({ history, recent, archive }: Omit<Found, "rows">, t: Sentences): Html {
  const first = history && new Date(history.first).getUTCFullYear();
  const said = [
    history && first !== undefined && t.html("looked_history", { count: countedElement(history.count), year: yearText(first, { t }) }),
    recent && t.html("looked_recent", { from: day(recent.from), to: day(recent.to) }),
    archive && "since" in archive && t.html("archive_since", { date: day(archive.since) }),
    archive && "absent" in archive && absence(archive.absent, archive.least, t),
  ].filter((text) => text !== undefined && text !== false);
  return html`${said.map((text) => html`${text} `)}`;
}

function absence(why: "incomplete" | "many", least: number, t: Sentences): Html {
  if (why === "many") return t.html("archive_many", { most: numberElement(MOST_ARCHIVED) });
  return t.html("archive_incomplete", { least: numberElement(least, { digits: 1 }) });
}
