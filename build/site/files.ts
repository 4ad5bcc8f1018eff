import type { Variants } from "../platform/compress.ts";

/** A page file of the tree. */
export interface PageFile {
  path: string;
  /** Identifies all input of the text: the same path and key mean the same text. Absent if every build renders the page. */
  key?: string | undefined;
  /** Renders the text on demand. */
  text: () => string;
}

/** A file whose content is already available. */
export interface ReadyFile {
  path: string;
  bytes: Uint8Array;
  /** Its compressed forms, if they are available too. */
  variants?: Variants | undefined;
}
