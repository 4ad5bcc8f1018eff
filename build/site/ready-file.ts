/** A file whose bytes are ready. */
export interface ReadyFile {
  path: string;
  bytes: Uint8Array;
}
