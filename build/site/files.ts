/** A page and its file in the tree. */
export interface PageFile {
  path: string;
  /** Names all that the text is made of: the same path and key, the same text. Absent where the page is made in every build. */
  key?: string | undefined;
  /** Written when it is asked for. */
  text: () => string;
}

/** A file whose bytes are ready. */
export interface ReadyFile {
  path: string;
  bytes: Uint8Array;
}
