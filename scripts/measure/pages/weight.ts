/** What a page fetched. */
export interface Loaded {
  path: string;
  /** With headers, as it came over the wire. */
  bytes: number;
}

/** What a reader of a page fetches. */
export interface Weight {
  requests: number;
  /** Bytes but for what is counted apart. */
  own: number;
  apart: number;
}

/** @param apart which paths are counted apart */
export function weightOf(loaded: readonly Loaded[], apart: RegExp): Weight {
  const sum = (of: readonly Loaded[]) => of.reduce((bytes, one) => bytes + one.bytes, 0);
  return {
    requests: loaded.length,
    own: sum(loaded.filter(({ path }) => !apart.test(path))),
    apart: sum(loaded.filter(({ path }) => apart.test(path))),
  };
}
