import { sha256 } from "../../build/platform/hash.ts";
import { entriesBelow } from "../../build/tree/index-node.ts";
import { KEPT_SECTION } from "../../build/tree/index-section.ts";
import { readIndex } from "../../build/tree/origins/mirror-index.ts";
import { readHead } from "../../build/tree/origins/mirror-snapshot.ts";
import { type Origin, readWhole } from "../../build/tree/origins/origin.ts";
import { replacedFile } from "../../build/tree/unindexed.ts";
import { NOW } from "../tree/mirroring.ts";

export interface Read {
  id: string;
  /** Files of the snapshot that are nowhere with the bytes that its index names. */
  faults: string[];
}

/**
 * Reads `snapshot.json` once, and then every file of that very snapshot, whatever is published meanwhile: at its path, or under
 * its hash. No second try with a newer snapshot.
 */
export async function readStrictly(origin: Origin, afterRecord: () => Promise<void> = async () => {}): Promise<Read> {
  const { snapshot } = await readHead(origin, { keys: [], before: undefined, now: NOW });
  await afterRecord();
  const { roots: index } = await readIndex(origin, snapshot, { maxBytes: 1e9 });
  const faults: string[] = [];
  // What is kept besides is for those who hold an older snapshot, and goes when its hour is over.
  const own = [...index].filter(([name]) => name !== KEPT_SECTION).flatMap(([, root]) => [...entriesBelow([root])]);
  for (const { path, sha256: hash } of own) {
    const isRight = async (at: string) => {
      const bytes = await readWhole(origin, at, { maxBytes: 1e8 }).catch(() => undefined);
      return bytes !== undefined && sha256(bytes) === hash;
    };
    if (!(await isRight(path)) && !(await isRight(replacedFile(hash)))) faults.push(path);
  }
  return { id: snapshot.id, faults };
}
