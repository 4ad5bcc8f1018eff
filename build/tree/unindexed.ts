import type { CacheClass } from "../contract/table/endpoints.ts";
import type { SnapshotRecord } from "../contract/wire/snapshot.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../platform/time.ts";
import { CHANGES_FILE, CHANGES_FOLDER, hourIn, isChangesFile } from "./change-feed-files.ts";

/** A kind of files that no index names. Times are counted in `as_of`, except that of `replaced`. */
export interface UnindexedKind {
  /** For messages: "the name belongs to the deltas". */
  owner: string;
  /** Files, and folders with a trailing slash, that are reserved for this kind. */
  reserved: readonly string[];
  /** Where its files are in a tree, in the order of publication. Empty: only at an object store. */
  places: readonly string[];
  /** Whether a path is that of a file of this kind. */
  isFile: (path: string) => boolean;
  /** How long caches may keep a file; `never`: it changes with every run. */
  cache: CacheClass | "never";
  /** How long a file is kept, ms, or by place if that differs; absent: as long as the tree. */
  keptFor?: number | Readonly<Record<string, number>>;
  /** Its time begins when this period of its name, ms, is over; absent: at the time in its name. */
  period?: number;
}

type SnapshotPoint = Pick<SnapshotRecord, "id" | "as_of">;

/** The outcome of the last run of `rebuild`, for programs and for people. */
export const STATUS_FILE = "status.json";
export const STATUS_PAGE = "status/index.html";

/** At an object store: the current or interrupted publisher. */
export const PUBLISHING_FILE = "publishing.json";

const REPLACED = "replaced/";

/**
 * The former bytes of a replaced path, by their SHA-256, for readers of the previous snapshot. The signature of a `snapshot.json`
 * has `.sig` appended.
 */
export function replacedFile(sha256: string): string {
  return REPLACED + sha256;
}

/** In a folder: the files of the next tree while a run prepares them. */
export const STAGED = `${REPLACED}next/tree`;

/** The tree whose other files a staged tree takes over; undefined for a folder that is not a staged tree. */
export function baseOf(dir: string): string | undefined {
  const plain = dir.replaceAll("\\", "/");
  return plain.endsWith(`/${STAGED}`) ? dir.slice(0, -STAGED.length - 1) : undefined;
}

/**
 * A `step` leads from a snapshot to the next one; an `hour` from the first snapshot of an hour (UTC, by `as_of`) to the first of a
 * later hour; a `day` likewise. A mirror that is far behind begins with the coarse ones.
 */
export const DELTA_KINDS = ["day", "hour", "step"] as const;
export type DeltaKind = (typeof DELTA_KINDS)[number];

export function deltaFolder(kind: DeltaKind): string {
  return `deltas/${kind}/`;
}

/** The delta that starts at a snapshot. Its name follows from the snapshot. */
export function deltaFile(kind: DeltaKind, { id, as_of }: SnapshotPoint): string {
  return `${deltaFolder(kind)}${nameOf(id, as_of)}.delta`;
}

/** A replaced snapshot: alone (`step`), or with the others of its hour (UTC) once that is over. */
type PinKind = "hour" | "step";

export function pinFolder(kind: PinKind): string {
  return `pins/${kind}/`;
}

/** The pin of a snapshot. @param since `as_of` of the snapshot that replaced it, ISO 8601 */
export function pinFile(kind: PinKind, { id, since }: { id: string; since: string }): string {
  return `${pinFolder(kind)}${nameOf(id, since)}.pin`;
}

function nameOf(id: string, time: string): string {
  return `${time.replaceAll(/[-:]/g, "")}-${id}`;
}

const TIMED = /(?:^|\/)(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+)Z-[0-9a-f]{16}\.(?:delta|pin)$/;

/**
 * The time in the name of a file of the history, ms since 1970 UTC, or NaN: `as_of` at the start of a delta, when the snapshot of a pin
 * was replaced, the beginning of an hour of changes.
 */
export function timeIn(path: string): number {
  const hour = hourIn(path);
  if (hour !== undefined) return Date.parse(`${hour}:00:00.000Z`);
  const [, year, month, day, time, minute, second] = TIMED.exec(path) ?? [];
  return Date.parse(`${year}-${month}-${day}T${time}:${minute}:${second}Z`);
}

/**
 * Whether a file of the history stays. Its time begins when its period is over: the contents of a pin depend on others of the same day,
 * so all of a day are removed together. A file of the future was made with a wrong clock, and would stay for years.
 *
 * @param now `as_of` of the tree, ms since 1970 UTC
 * @param keptFor ms; default: that of its kind
 */
export function isKept(path: string, now: number, keptFor = keptForOf(path)): boolean {
  const time = timeIn(path);
  const period = unindexedKind(path)?.period;
  const over = period === undefined ? time : Math.floor(time / period + 1) * period;
  return time <= now && now <= over + keptFor;
}

function keptForOf(path: string): number {
  const keptFor = unindexedKind(path)?.keptFor ?? Number.POSITIVE_INFINITY;
  return typeof keptFor === "number" ? keptFor : (keptFor[path.slice(0, path.lastIndexOf("/") + 1)] ?? 0);
}

/** The folder of the feeds, the same as at the USGS. */
export const FEEDS_FOLDER = "earthquakes/feed/v1.0/summary/";

const FEED_NAME = /^(?:significant|all|4\.5|2\.5|1\.0)_(hour|day|week|month)\.(?:geojson|csv|atom)$/;

/** How often feeds are made, by their window, ms of `as_of`: as at the USGS. Those of a month have nine tenths of the bytes. */
const FEED_MADE_EVERY: Readonly<Record<string, number>> = {
  hour: MINUTE_MS,
  day: MINUTE_MS,
  week: 5 * MINUTE_MS,
  month: 15 * MINUTE_MS,
};

const DATA_MADE_EVERY = 15 * MINUTE_MS;

type Sourced = Pick<SnapshotRecord, "as_of" | "sources">;

/**
 * Whether a feed or a data file is made for a snapshot: the first of its period, one of other sources, or one that is not later than
 * the one before.
 */
export function isDue(path: string, before: Sourced | undefined, after: Sourced): boolean {
  const window = FEED_NAME.exec(path.slice(FEEDS_FOLDER.length))?.[1];
  const period = window === undefined ? DATA_MADE_EVERY : (FEED_MADE_EVERY[window] as number);
  if (!before || hasOtherSources(before, after)) return true;
  return Date.parse(after.as_of) <= Date.parse(before.as_of) || isFirstOf(period, before, after.as_of);
}

/** Whether an agency was added or left out. Nothing that only it gave stays until a period is over. */
export function hasOtherSources(before: Pick<SnapshotRecord, "sources">, after: Pick<SnapshotRecord, "sources">): boolean {
  const idsOf = ({ sources }: typeof before) => sources.map(({ id }) => id);
  return idsOf(before).toSorted().join() !== idsOf(after).toSorted().join();
}

/**
 * Whether a snapshot is in another period than the one before. Also true if the clock was set back.
 *
 * @param period ms
 * @param before undefined for a first snapshot, which counts as none
 * @param asOf of it, ISO 8601
 */
export function isFirstOf(period: number, before: { as_of: string } | undefined, asOf: string): boolean {
  const [then, now] = [before?.as_of ?? asOf, asOf].map((instant) => Math.floor(Date.parse(instant) / period));
  return then !== now;
}

export const DATA_FOLDER = "data/";

/** Where the earthquakes of an archive lie, a file for each year. */
const YEARS_FOLDER = `${DATA_FOLDER}earthquakes/`;

/** The file of a UTC year, or of all years before the archive. */
export function yearFile(year: number | null): string {
  return `${YEARS_FOLDER}${year ?? "earlier"}.parquet`;
}

/** The list of files that hold all earthquakes together. */
export const PARTS_LIST = `${DATA_FOLDER}earthquakes.files.csv`;

/** The description of all data files. */
export const DATA_PACKAGE = `${DATA_FOLDER}datapackage.json`;

const YEAR_NAME = /^(?:earlier|\d{4})\.parquet$/;

/** In the order of publication: the descriptions of the others come last. */
const DATA_FILES = (
  "earthquakes.parquet earthquakes.csv.gz earthquakes.ndjson.gz notable.csv notable.geojson countries.csv " +
  "countries.geojson plates.csv boundaries.csv boundaries.geojson glossary.csv earthquakes/ earthquakes.files.csv " +
  "croissant.json datapackage.json"
)
  .split(" ")
  .map((name) => DATA_FOLDER + name);

/** All kinds of files that no index names. A new kind is a row here and in `publish/`, a step in `history/`, a check in `verify/`. */
export const UNINDEXED = {
  status: {
    owner: "the status",
    reserved: [STATUS_FILE, "status/"],
    places: [STATUS_FILE, STATUS_PAGE],
    isFile: (path) => path === STATUS_FILE || path === STATUS_PAGE,
    cache: "never",
  },
  deltas: {
    owner: "the deltas",
    reserved: ["deltas/"],
    places: DELTA_KINDS.map(deltaFolder),
    isFile: (path) => TIMED.test(path) && /^deltas\/(?:day|hour|step)\/[^/]+\.delta$/.test(path),
    cache: "immutable",
    // With a rebuild each minute there are 1,440 steps a day.
    keptFor: { [deltaFolder("step")]: DAY_MS, [deltaFolder("hour")]: 7 * DAY_MS, [deltaFolder("day")]: 30 * DAY_MS },
  },
  pins: {
    owner: "the pins",
    reserved: ["pins/"],
    places: [pinFolder("hour"), pinFolder("step")],
    isFile: (path) => TIMED.test(path) && /^pins\/(?:hour|step)\/[^/]+\.pin$/.test(path),
    cache: "immutable",
    // Unless the configuration says otherwise.
    keptFor: 7 * DAY_MS,
    period: DAY_MS,
  },
  changes: {
    owner: "the change feed",
    reserved: [CHANGES_FILE, CHANGES_FOLDER],
    // The list comes last, so that every hour in it exists.
    places: [CHANGES_FOLDER, CHANGES_FILE],
    isFile: isChangesFile,
    cache: "minute",
    keptFor: 7 * DAY_MS,
    period: HOUR_MS,
  },
  feeds: {
    owner: "the feeds",
    reserved: [FEEDS_FOLDER],
    places: [FEEDS_FOLDER],
    isFile: (path) => path.startsWith(FEEDS_FOLDER) && FEED_NAME.test(path.slice(FEEDS_FOLDER.length)),
    cache: "minute",
  },
  data: {
    owner: "the data files",
    reserved: DATA_FILES,
    places: DATA_FILES,
    isFile: (path) => (path.startsWith(YEARS_FOLDER) ? YEAR_NAME.test(path.slice(YEARS_FOLDER.length)) : DATA_FILES.includes(path)),
    cache: "minute",
  },
  publishing: {
    owner: "publishing",
    reserved: [PUBLISHING_FILE],
    places: [],
    isFile: (path) => path === PUBLISHING_FILE,
    cache: "never",
  },
  replaced: {
    owner: "publishing",
    reserved: [REPLACED],
    places: [],
    isFile: (path) => path.startsWith(REPLACED),
    cache: "immutable",
    // At an object store by its clock, in `as_of` for shards that a tree no longer names: a reader with an older record can finish with
    // it, even if a cache delivered it late. Older snapshots are available by id: their pins have these contents as differences, at a
    // hundredth of the size. (Shards of a week of minutes would be some 60,000 files and 14 GB in every full copy.)
    keptFor: HOUR_MS,
  },
} as const satisfies Readonly<Record<string, UnindexedKind>>;

const KINDS: readonly UnindexedKind[] = Object.values(UNINDEXED);

/** The kind of a file that no index names; undefined for a path of another file. */
export function unindexedKind(path: string): UnindexedKind | undefined {
  return KINDS.find((kind) => kind.isFile(path));
}

/** The kind that a path is reserved for, even if it is not a file of that kind. */
export function reservedFor(path: string): UnindexedKind | undefined {
  return KINDS.find(({ reserved }) => reserved.some((one) => path === one || (one.endsWith("/") && `${path}/`.startsWith(one))));
}

/** The part of `TreeFileSystem` that is used here; browsers lack its Node types. */
interface FileLister {
  stat: (path: string) => { kind: string } | undefined;
  list: (path: string) => string[];
}

/** Where a file of a tree is on the disk. @param dir folder of the tree, or of a staged one */
export function fileAt(fs: Pick<FileLister, "stat">, dir: string, path: string): string {
  const base = baseOf(dir);
  return base === undefined || fs.stat(`${dir}/${path}`) ? `${dir}/${path}` : `${base}/${path}`;
}

/** The files of one kind in the tree at `dir`, by place and name. */
export function unindexedFiles(fs: FileLister, dir: string, { places, isFile }: Pick<UnindexedKind, "places" | "isFile">): string[] {
  const isThere = (path: string) => isFile(path) && fs.stat(fileAt(fs, dir, path))?.kind === "file";
  const namesIn = (folder: string) => (fs.stat(folder)?.kind === "folder" ? fs.list(folder) : []);
  return places.flatMap((place) => {
    if (!place.endsWith("/")) return [place].filter(isThere);
    const names = new Set([dir, baseOf(dir) ?? dir].flatMap((one) => namesIn(`${one}/${place}`)));
    return [...names]
      .toSorted()
      .map((name) => place + name)
      .filter(isThere);
  });
}

/** The kinds that hosts send although no index lists them. The change feed belongs to the API. */
export const BESIDE_INDEX: readonly UnindexedKind[] = [UNINDEXED.status, UNINDEXED.deltas, UNINDEXED.feeds, UNINDEXED.data];
