import { findEntry, type IndexLine, isPart, partFile } from "../../../contract/wire/index-part.ts";
import { type IndexEntry, SNAPSHOT_FILE, type SnapshotRecord } from "../../../contract/wire/snapshot.ts";
import { openSnapshot, type Snapshot } from "../../../rewrite/snapshot.ts";
import { hashOfShard, readLines, readSnapshotFile, sectionNamed } from "../../tree-index.ts";

/** The parts of the tree that a copy stores in addition to the minimum. */
export interface OfflineScope {
  /** The details of all events, and the pages of countries, plates and terms. */
  everything: boolean;
  /** Languages of the stored pages besides English, the most recent first. */
  languages: readonly string[];
  /** Whether the stored snapshot is not a whole copy: it has only files that were needed for an answer. */
  partial: boolean;
}

/** Names in the store. */
const EVERYTHING = "everything";
const LANGUAGES = "languages";
const PARTIAL = "partial";

/** Previous languages are kept, because readers may switch back. */
const MAX_LANGUAGES = 3;

export async function readScope(store: ByteStore): Promise<OfflineScope> {
  const [everything, languages, partial] = await Promise.all([EVERYTHING, LANGUAGES, PARTIAL].map((name) => store.get(name)));
  return {
    everything: everything !== undefined,
    partial: partial !== undefined,
    languages: languages ? (JSON.parse(new TextDecoder().decode(languages)) as string[]) : [],
  };
}

export function addEverything(store: ByteStore): Promise<void> {
  return store.put(EVERYTHING, new Uint8Array(0));
}

export function markPartial(store: ByteStore): Promise<void> {
  return store.put(PARTIAL, new Uint8Array(0));
}

export function markWhole(store: ByteStore): Promise<void> {
  return store.remove(PARTIAL);
}

/** @returns whether the language is new */
export async function addLanguage(store: ByteStore, language: string): Promise<boolean> {
  const { languages } = await readScope(store);
  if (language === "en" || !/^[a-z]{2,3}$/.test(language) || languages[0] === language) return false;
  const others = languages.filter((one) => one !== language);
  const chosen = [language, ...others].slice(0, MAX_LANGUAGES);
  await store.put(LANGUAGES, new TextEncoder().encode(JSON.stringify(chosen)));
  return !languages.includes(language);
}

const ALWAYS = ["api", "q", "pages"];
const TRANSLATIONS = "translations";

/** The sections of the index whose files are kept. */
export function sectionsFor({ everything, languages }: Omit<OfflineScope, "partial">): string[] {
  return [...ALWAYS, ...(languages.length > 0 ? [TRANSLATIONS] : []), ...(everything ? ["earthquakes", "data-pages"] : [])];
}

/** Whether a file of such a section is stored. Of the translations, only those in the reader's languages are; a copy searches itself. */
export function isInScope(section: string, path: string, { languages }: OfflineScope): boolean {
  if (section !== TRANSLATIONS) return !path.startsWith("assets/search/");
  return languages.some((language) => path.startsWith(`${language}/`) || path.endsWith(`/${language}.json`));
}

/** Persistent bytes by name. */
export interface ByteStore {
  get: (name: string) => Promise<Uint8Array | undefined>;
  put: (name: string, bytes: Uint8Array) => Promise<void>;
  names: () => Promise<string[]>;
  remove: (name: string) => Promise<void>;
}

/**
 * Name of the record of the current snapshot in the store. Everything else is stored under the SHA-256 of its bytes. So snapshots
 * share common files, and a single write to this name switches to another snapshot.
 */
export const CURRENT = "current";

/** A snapshot whose shards are all in the store. */
export interface CachedTree {
  record: SnapshotRecord;
  recordBytes: Uint8Array;
  snapshot: Snapshot;
  /** The index entry of a file; undefined for sections that are not stored. */
  entry: (section: string, path: string) => Promise<IndexEntry | undefined>;
  /** All entries of a section, and the files of the index that list them; none for sections that are not stored. */
  section: (name: string) => Promise<{ entries: readonly IndexEntry[]; files: readonly IndexFileName[] }>;
}

export interface IndexFileName {
  path: string;
  sha256: string;
}

/** Fetches a file by its hash on first use and stores it; undefined if it is not available now. */
export type FetchOnDemand = (path: string, sha256: string) => Promise<Uint8Array | undefined>;

/** Sections of answers without details of events. A copy that is made on demand looks files of these sections up on first use. */
const ANSWERS: readonly string[] = ["api", "q"];

/**
 * Opens a snapshot from the store.
 *
 * @param late fetches packs on first use
 * @param onDemand whether the index of answers is fetched on first use, too
 * @throws SnapshotError if a part of it is missing
 */
export async function openCachedTree(
  store: ByteStore,
  recordBytes: Uint8Array,
  late?: FetchOnDemand,
  onDemand = false,
): Promise<CachedTree> {
  const record = await readSnapshotFile(recordBytes);
  const read = async (path: string) => {
    if (path === SNAPSHOT_FILE) return recordBytes;
    const sha256 = hashOfShard(path);
    return (await store.get(sha256)) ?? late?.(path, sha256);
  };
  const linesOf = lineReader(store);
  const lateLinesOf = onDemand ? lineReader(store, late) : linesOf;
  return {
    record,
    recordBytes,
    snapshot: await openSnapshot({ read }),
    section: (name) => readSection(sectionNamed(record, name), linesOf),
    async entry(name, path) {
      const section = sectionNamed(record, name);
      return section && findEntry(section, path, ANSWERS.includes(name) ? lateLinesOf : linesOf);
    },
  };
}

type ReadLines = (file: IndexFileName) => Promise<readonly IndexLine[]>;

/** Reads the lines of files of the index. There are none if a file is not stored, because its section may be added later. */
export function lineReader(store: ByteStore, late?: FetchOnDemand): ReadLines {
  const read = new Map<string, readonly IndexLine[]>();
  return async ({ path, sha256 }) => {
    const known = read.get(sha256);
    if (known) return known;
    const bytes = (await store.get(sha256)) ?? (await late?.(path, sha256));
    if (!bytes) return [];
    const lines = readLines(bytes);
    read.set(sha256, lines);
    return lines;
  };
}

/** Reads a section through its parts. */
export async function readSection(section: IndexFileName | undefined, linesOf: ReadLines) {
  const entries: IndexEntry[] = [];
  const files: IndexFileName[] = [];
  for (let level = section ? [section] : []; level.length > 0; ) {
    files.push(...level);
    const lines = (await Promise.all(level.map(linesOf))).flat();
    entries.push(...lines.filter((line): line is IndexEntry => !isPart(line)));
    level = lines.filter(isPart).map(({ sha256 }) => ({ path: partFile(sha256), sha256 }));
  }
  return { entries, files };
}
