import { createHash } from "node:crypto";
import type { Catalogue } from "../catalogue/catalogue.ts";
import { sha256 } from "../platform/hash.ts";
import { CODE, sourceHash, unchangedSince } from "../platform/program-hash.ts";
import type { DataPage } from "./data/pages.ts";
import type { BaseMap } from "./map/drawn/base-map.ts";

/** What the pages of events follow from besides their answers and the catalogue. */
export const pageInputs = (code: string) => [code, "data/languages", "package.json"];

/** Of a process whose program was changed before it was looked at: what it has loaded is not what lies there. */
const UNKNOWN = "unknown";

let program: string | undefined;

/** SHA-256 of what this process has loaded; read once, since it does not load it again. */
function loadedProgram(): string {
  program ??= unchangedSince(pageInputs(CODE), performance.timeOrigin) ? sourceHash(pageInputs) : UNKNOWN;
  return program;
}

/**
 * Keys of the pages of events: what a page says follows from its answer, from which of the pages there are that it names, and
 * from what is the same for all of them.
 *
 * @param hash of the program that is at work
 * @returns the key of a page beside an answer; undefined where it is not known what the page follows from
 */
export function pageKeys(
  catalogue: Catalogue,
  { cells }: Pick<BaseMap, "cells">,
  hash = loadedProgram(),
): (page: Pick<DataPage, "links">, answer: Uint8Array) => string | undefined {
  const common = sha256(
    JSON.stringify([hash, [...cells.has].toSorted(), catalogue.plates.map(({ slug, name }) => [slug, name])]),
  );
  return ({ links }, answer) => {
    if (hash === UNKNOWN || !links) return undefined;
    return createHash("sha256")
      .update(JSON.stringify([common, links]))
      .update(answer)
      .digest("hex")
      .slice(0, 32);
  };
}
