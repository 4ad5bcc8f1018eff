import { SNAPSHOT_FILE } from "../../../contract/wire/snapshot.ts";
import type { Digest } from "../../tree-index.ts";
import { onceUntilItFails } from "../source.ts";
import { type ByteStore, type CachedTree, readScope } from "./cached-tree.ts";

/** A page, or a file that a page loads, from the copy. */
export interface CachedPage {
  bytes: Uint8Array;
  /** ISO 8601, UTC. */
  asOf: string;
  /** False for the page that says that the copy does not have the requested page. */
  found: boolean;
}

/** The page that renders a stored answer in the browser, and the page for addresses that are not in the copy. */
const FRAME = "offline/page/index.html";
const NOT_KEPT = "offline/index.html";

/** Sections of the index that contain pages. The scope decides which of their pages are stored. */
const SECTIONS = ["pages", "translations", "data-pages"] as const;

/** The pages of a copy: stored pages, visited pages, and pages that can be rendered from a stored answer. */
interface CachedPages {
  /** Undefined if the copy has neither the page nor the page for missing pages. @param language language in the address, if any */
  read: (path: string, from: CachedTree, language: string | undefined) => Promise<CachedPage | undefined>;
  /**
   * Stores a visited page that the copy would not otherwise have.
   *
   * @param read called only if the page is to be stored
   * @param of undefined if the host does not state it
   */
  keepVisited: (path: string, read: () => Promise<Uint8Array>, from: CachedTree, of: SnapshotMoment | undefined) => Promise<void>;
}

export function createCachedPages(store: ByteStore, digest: Digest, visited: VisitedFiles): CachedPages {
  async function indexed(path: string, from: CachedTree): Promise<Uint8Array | undefined> {
    if (path === SNAPSHOT_FILE) return from.recordBytes;
    for (const section of SECTIONS) {
      const entry = await from.entry(section, path);
      if (entry) return store.get(entry.sha256);
    }
    return undefined;
  }

  /** The time of the answer from which a page is rendered; undefined if the answer is not in the copy. */
  async function answerAsOf(path: string, { record, entry }: CachedTree): Promise<string | undefined> {
    const file = answerBeside(path);
    if (await entry("api", file)) return record.as_of;
    const detail = await entry("earthquakes", file);
    if (detail && (await store.get(detail.sha256))) return record.as_of;
    return (await visited.get(file))?.as_of;
  }

  async function notKept(path: string, from: CachedTree, preferred: string | undefined): Promise<Uint8Array | undefined> {
    const { languages } = await readScope(store);
    const folders = [path.split("/")[0], preferred, ...(preferred === undefined ? languages : [])].map((one) => `${one}/`);
    for (const file of [...folders, ""].map((folder) => folder + NOT_KEPT)) {
      const page = (await indexed(file, from)) ?? (await visited.get(file))?.bytes;
      if (page) return page;
    }
    return undefined;
  }

  return {
    async read(path, from, language) {
      const { as_of: now } = from.record;
      const bytes = await indexed(path, from);
      if (bytes) return { bytes, asOf: now, found: true };
      const seen = await visited.get(path);
      const isCurrent = seen?.answer !== undefined && seen.answer === (await hashOfAnswer(path, from));
      if (seen && isCurrent) return found(seen, now);
      const asOf = isDataPage(path) ? await answerAsOf(path, from) : undefined;
      const frame = asOf !== undefined && !(seen && seen.as_of >= asOf) ? await indexed(FRAME, from) : undefined;
      if (asOf !== undefined && frame) return { bytes: frame, asOf, found: true };
      if (seen) return found(seen, seen.as_of);
      const page = path.endsWith(".html") ? await notKept(path, from, language) : undefined;
      return page && { bytes: page, asOf: now, found: false };
    },
    async keepVisited(path, read, from, of) {
      if (!SHOWN_AGAIN.test(path) || (await from.entry("pages", path)) || (await indexed(path, from))) return;
      const bytes = await read();
      if (!isOfTree(path, bytes)) return;
      const { id, as_of } = of ?? from.record;
      await visited.put(path, bytes, { sha256: await digest(bytes), id, as_of, answer: await hashOfAnswer(path, from) });
    },
  };
}

function found({ bytes }: SeenFile, asOf: string): CachedPage {
  return { bytes, asOf, found: true };
}

/** Pages and what they load, besides answers of the API. */
const SHOWN_AGAIN = /[.]html$|^assets\/|^earthquakes\/[^/]+[.]json$/;

/** The script of every page of a tree. */
const PAGE_SCRIPT = "assets/pages/page.js";

/**
 * Whether these bytes can be the whole file. A network that wants a login answers every address with a page or an answer of its own,
 * and a connection may end early. Files that the index of the copy lists are compared by their hash instead. A script that is cut
 * short cannot be recognised.
 */
export function isOfTree(path: string, bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes);
  if (path.endsWith(".json")) return isJson(text);
  if (path.endsWith(".html")) return text.includes(PAGE_SCRIPT) && text.trimEnd().endsWith("</html>");
  return path.endsWith(".svg") ? text.trimEnd().endsWith("</svg>") : !/^$|^\s*[<{]/.test(text);
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

const DATA_PAGE = /^(?:earthquakes|countries|plates|glossary)\/[^/]+\/index[.]html$/;

function isDataPage(path: string): boolean {
  return DATA_PAGE.test(path);
}

/** `countries/japan/index.html` → `api/v1/countries/japan.json` */
function answerBeside(path: string): string {
  return `api/v1/${path.replace(/\/index[.]html$/, "")}.json`;
}

async function hashOfAnswer(path: string, { entry }: CachedTree): Promise<string | undefined> {
  return isDataPage(path) ? (await entry("api", answerBeside(path)))?.sha256 : undefined;
}

/** The snapshot of a file. */
export interface SnapshotMoment {
  id: string;
  /** ISO 8601, UTC. */
  as_of: string;
}

interface Seen extends SnapshotMoment {
  sha256: string;
  /** Hash of the answer from which the page was rendered, if the answer is stored. */
  answer?: string | undefined;
}

interface SeenFile extends Seen {
  bytes: Uint8Array;
}

/** Visited files in the version of the visit, up to a maximum number. */
interface VisitedFiles {
  get: (path: string) => Promise<SeenFile | undefined>;
  put: (path: string, bytes: Uint8Array, seen: Seen) => Promise<void>;
  /** Hashes of the files' bytes. */
  hashes: () => Promise<string[]>;
}

/** Name of the list in the store. */
const LIST = "looked-at";

/** Largest number of visited files. A page with its answer has about 6 KB, so the total is a few megabytes. */
const MOST = 600;

export function createVisitedFiles(store: ByteStore): VisitedFiles {
  const list = onceUntilItFails(async () => {
    const bytes = await store.get(LIST);
    return new Map(bytes ? (JSON.parse(new TextDecoder().decode(bytes)) as [string, Seen][]) : []);
  });

  return {
    async get(path) {
      const seen = (await list()).get(path);
      const bytes = seen && (await store.get(seen.sha256));
      return seen && bytes && { ...seen, bytes };
    },
    async put(path, bytes, seen) {
      const all = await list();
      await store.put(seen.sha256, bytes);
      // A Map keeps the order of insertion, so a key that is deleted and set again is the newest.
      all.delete(path);
      all.set(path, seen);
      for (const oldest of all.keys()) if (all.size > MOST) all.delete(oldest);
      await store.put(LIST, new TextEncoder().encode(JSON.stringify([...all])));
    },
    async hashes() {
      return [...(await list()).values()].map(({ sha256 }) => sha256);
    },
  };
}
