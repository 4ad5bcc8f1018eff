/** A page and its file in the tree. */
export interface PageFile {
  path: string;
  text: string;
}

/** A file whose bytes are ready. */
export interface ReadyFile {
  path: string;
  bytes: Uint8Array;
}
