import { join } from "node:path";
import { sha256 } from "../platform/hash.ts";
import type { Transition } from "./transition.ts";

/** A part of a file, such as the rows of a day. */
export interface Part<About> {
  /** Identifies everything that determines the bytes besides the program; undefined if nothing does. */
  key: string | undefined;
  bytes: Uint8Array;
  /** What has to be known of the part besides its bytes, as JSON. */
  about: About;
}

/** A part of a file of the previous tree. */
export type KnownPart<About> = Omit<Part<About>, "key">;

/** The parts of a file by key. */
export type KnownParts<About> = ReadonlyMap<string, KnownPart<About>>;

/** A part of a file that was made. */
export interface NotedPart<About> extends Pick<Part<About>, "key" | "about"> {
  /** In bytes. */
  length: number;
}

/** Files that consist of parts. A part with a known key is taken from the file that the previous tree has. */
export interface PartMemory {
  known: (path: string) => KnownParts<unknown>;
  /** Notes where the parts of a file are. @param start offset of the first part, in bytes; the others follow it */
  note: (path: string, bytes: Uint8Array, start: number, parts: readonly NotedPart<unknown>[]) => void;
}

/** For files whose parts are all made again. */
export const NO_PARTS: PartMemory = { known: () => new Map(), note: () => {} };

/** By path: the hash of the file, and the key, the offset, the length and the rest of each part. */
type Notes = Record<string, { sha256: string; parts: [key: string, at: number, length: number, about: unknown][] }>;

/**
 * The parts of files of the previous tree. A file that is not as noted has no known parts, so its bytes are never copied.
 *
 * @param noted the notes of the previous build; undefined: nothing is known
 * @returns the memory, and the notes of this build
 */
export function partsBefore({ fs, before }: Pick<Transition, "fs" | "before">, noted: unknown): PartMemory & { notes: Notes } {
  const earlier = (noted ?? {}) as Notes;
  const notes: Notes = {};
  return {
    notes,
    known: (path) => {
      const [note, file] = [earlier[path], join(before?.dir ?? "", path)];
      if (!note || !before || fs.stat(file)?.kind !== "file") return new Map();
      const bytes = fs.read(file);
      if (sha256(bytes) !== note.sha256) return new Map();
      return new Map(note.parts.map(([key, at, length, about]) => [key, { bytes: bytes.subarray(at, at + length), about }]));
    },
    note: (path, bytes, start, parts) => {
      let at = start;
      const own: Notes[string]["parts"] = [];
      for (const { key, length, about } of parts) {
        if (key !== undefined) own.push([key, at, length, about]);
        at += length;
      }
      notes[path] = { sha256: sha256(bytes), parts: own };
    },
  };
}
