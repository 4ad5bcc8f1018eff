import type { ByteStore } from "./cached-tree.ts";

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
