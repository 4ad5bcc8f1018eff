import { createHash } from "node:crypto";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { CODE, sourceHash, unchangedSince } from "../platform/program-hash.ts";
import type { Following, TreeFile } from "../tree/file.ts";
import type { DataPage } from "./data/pages.ts";
import type { BaseMap } from "./map/drawn/base-map.ts";

/** What the pages of events follow from besides their answers and the catalogue. */
export const pageInputs = (code: string) => [code, "data/languages", "package.json"];

const FILE = "assets/program.json";

/** Of a process whose program was changed before it was looked at: what it has loaded is not what lies there. */
const UNKNOWN = "unknown";

let program: string | undefined;

/** SHA-256 of what this process has loaded; read once, since it does not load it again. */
function loadedProgram(): string {
  program ??= unchangedSince(pageInputs(CODE), performance.timeOrigin) ? sourceHash(pageInputs) : UNKNOWN;
  return program;
}

/** Who makes the pages of events: a file of the tree, by which the next build knows whether it would make the same. */
export interface PageMaker {
  file: TreeFile;
  /** What the page beside an answer follows from; undefined where that is not known. */
  followed: (page: DataPage, answer: string) => Following | undefined;
}

/**
 * @param hash of the program that is at work
 */
export function pageMaker(catalogue: Catalogue, { cells }: Pick<BaseMap, "cells">, hash = loadedProgram()): PageMaker {
  const known = JSON.stringify([
    hash,
    [...cells.has].toSorted(),
    catalogue.plates.map(({ slug, name }) => [slug, name]),
  ]);
  const pages = hash === UNKNOWN ? UNKNOWN : createHash("sha256").update(known).digest("hex");
  const bytes = new TextEncoder().encode(JSON.stringify({ pages }));
  return {
    file: { path: FILE, bytes, section: "pages", cache: "day", compress: false },
    followed: ({ links }, answer) =>
      pages === UNKNOWN || !links ? undefined : { files: [FILE, answer], there: links },
  };
}
