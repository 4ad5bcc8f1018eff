import { SNAPSHOT_FILE } from "../../../rewrite/snapshot.ts";
import type { Digest } from "../tree-index.ts";
import type { ByteStore } from "./byte-store.ts";
import type { KeptTree } from "./cached-tree.ts";
import { readWants } from "./scope.ts";
import type { LookedAt, Moment, SeenFile } from "./visited-pages.ts";

/** A page or what a page loads, out of the copy. */
export interface KeptPage {
  bytes: Uint8Array;
  /** ISO 8601, UTC: of when it is. */
  asOf: string;
  /** Whether it is what was asked for, and not the page that says that this is not in the copy. */
  found: boolean;
}

/** The page that is filled in the browser from an answer that is kept, and the one for what is not in the copy. */
const FRAME = "offline/page/index.html";
const NOT_KEPT = "offline/index.html";

/** Sections of the index that have pages; which of them are kept follows from what is wanted. */
const SECTIONS = ["pages", "translations", "data-pages"] as const;

/** The pages of a copy: those that it has, those that somebody looked at, and those that an answer can be filled in to. */
export interface KeptPages {
  /** @param language that the address names, if it does; undefined: not even a page that says so */
  read: (path: string, from: KeptTree, language: string | undefined) => Promise<KeptPage | undefined>;
  /**
   * Keeps what somebody looks at, and the copy does not have of itself.
   *
   * @param read what came, called only where it is to be kept
   * @param of undefined where the host does not say
   */
  look: (path: string, read: () => Promise<Uint8Array>, from: KeptTree, of: Moment | undefined) => Promise<void>;
}

export function createKeptPages(store: ByteStore, digest: Digest, looked: LookedAt): KeptPages {
  async function indexed(path: string, from: KeptTree): Promise<Uint8Array | undefined> {
    if (path === SNAPSHOT_FILE) return from.recordBytes;
    for (const section of SECTIONS) {
      const entry = await from.entry(section, path);
      if (entry) return store.get(entry.sha256);
    }
    return undefined;
  }

  /** As of when the answer that a page is written from is in the copy; undefined where it is not. */
  async function answerAsOf(path: string, { record, entry }: KeptTree): Promise<string | undefined> {
    const file = answerBeside(path);
    if (await entry("api", file)) return record.as_of;
    const detail = await entry("earthquakes", file);
    if (detail && (await store.get(detail.sha256))) return record.as_of;
    return (await looked.get(file))?.as_of;
  }

  async function notKept(path: string, from: KeptTree, asked: string | undefined): Promise<Uint8Array | undefined> {
    const { languages } = await readWants(store);
    for (const language of [path.split("/")[0], asked, ...(asked === undefined ? languages : [])]) {
      const page = await indexed(`${language}/${NOT_KEPT}`, from);
      if (page) return page;
    }
    return indexed(NOT_KEPT, from);
  }

  return {
    async read(path, from, language) {
      const { as_of: now } = from.record;
      const bytes = await indexed(path, from);
      if (bytes) return { bytes, asOf: now, found: true };
      const seen = await looked.get(path);
      const isCurrent = seen?.answer !== undefined && seen.answer === (await hashOfAnswer(path, from));
      if (seen && isCurrent) return found(seen, now);
      const asOf = isDataPage(path) ? await answerAsOf(path, from) : undefined;
      const frame = asOf !== undefined && !(seen && seen.as_of >= asOf) ? await indexed(FRAME, from) : undefined;
      if (asOf !== undefined && frame) return { bytes: frame, asOf, found: true };
      if (seen) return found(seen, seen.as_of);
      const page = path.endsWith(".html") ? await notKept(path, from, language) : undefined;
      return page && { bytes: page, asOf: now, found: false };
    },
    async look(path, read, from, of) {
      const isOurs = path.endsWith(".html") || path.startsWith("assets/");
      if (!isOurs || (await from.entry("pages", path)) || (await indexed(path, from))) return;
      const bytes = await read();
      const { id, as_of } = of ?? from.record;
      await looked.put(path, bytes, { sha256: await digest(bytes), id, as_of, answer: await hashOfAnswer(path, from) });
    },
  };
}

function found({ bytes }: SeenFile, asOf: string): KeptPage {
  return { bytes, asOf, found: true };
}

const DATA_PAGE = /^(?:earthquakes|countries|plates|glossary)\/[^/]+\/index[.]html$/;

function isDataPage(path: string): boolean {
  return DATA_PAGE.test(path);
}

/** `countries/japan/index.html` → `api/v1/countries/japan.json` */
function answerBeside(path: string): string {
  return `api/v1/${path.replace(/\/index[.]html$/, "")}.json`;
}

async function hashOfAnswer(path: string, { entry }: KeptTree): Promise<string | undefined> {
  return isDataPage(path) ? (await entry("api", answerBeside(path)))?.sha256 : undefined;
}
