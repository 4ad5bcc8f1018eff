import { join } from "node:path";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { sha256 } from "../platform/hash.ts";
import type { Fault } from "../tree/file.ts";
import { DATA_FOLDER, DATA_PACKAGE, PARTS_LIST, UNINDEXED, unindexedFiles } from "../tree/unindexed.ts";

/**
 * Faults of the data files of a tree: `datapackage.json` has the size and the hash of each, and the list of parts those of the files by
 * year. A tree may have none: mirrors do not copy them.
 */
export function dataFaults(dir: string): Fault[] {
  const paths = unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.data);
  if (paths.length === 0) return [];
  const read = (path: string) => Buffer.from(NODE_FILE_SYSTEM.read(join(dir, path)));
  let described: Map<string, Described>;
  try {
    described = new Map([
      ...(paths.includes(PARTS_LIST) ? inList(read(PARTS_LIST).toString("utf8")) : []),
      ...inPackage(read(DATA_PACKAGE).toString("utf8")),
    ]);
  } catch (error) {
    return [{ path: DATA_PACKAGE, kind: "content", message: `does not describe the data files: ${(error as Error).message}` }];
  }
  const known = new Set([...described.keys(), DATA_PACKAGE]);
  return [
    ...[...described].flatMap(([path, one]): Fault[] => {
      if (!paths.includes(path)) return [{ path, kind: "missing", message: "is described as a data file, but missing" }];
      const bytes = read(path);
      const isSame = bytes.length === one.bytes && sha256(bytes) === one.sha256;
      return isSame ? [] : [{ path, kind: "changed", message: "is not the file that its description says" }];
    }),
    ...paths.filter((path) => !known.has(path)).map((path): Fault => ({ path, kind: "stray", message: "is described nowhere" })),
  ];
}

interface Described {
  bytes: number;
  sha256: string;
}

/** @throws Error if it is not a package */
function inPackage(text: string): [path: string, Described][] {
  const { resources } = JSON.parse(text) as { resources: { path: string | string[]; bytes: number; hash: string }[] };
  return resources.flatMap(({ path, bytes, hash }): [string, Described][] =>
    typeof path === "string" ? [[DATA_FOLDER + path, { bytes, sha256: hash.replace("sha256:", "") }]] : [],
  );
}

/** The first column is the file, the last two its size and its SHA-256; no value has a comma. */
function inList(text: string): [path: string, Described][] {
  const rows = text.trimEnd().split("\n").slice(1);
  return rows.map((row) => {
    const cells = row.split(",");
    return [DATA_FOLDER + cells[0], { bytes: Number(cells.at(-2)), sha256: cells.at(-1) ?? "" }];
  });
}
