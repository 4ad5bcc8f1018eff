import { closeSync, openSync, readdirSync, readSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ENDPOINTS } from "../../contract/table/endpoints.ts";
import { type LoadedTree, loadTree } from "../../hosts/load-tree.ts";
import { PIECE_BYTES, PIECE_LIST, type PieceList, pieceName } from "../../hosts/worker/archive.ts";
import { PIN_LIST, PIN_OBJECTS, type PinList, writeObjects } from "../../hosts/worker/pins.ts";
import { UserError } from "../../platform/error.ts";
import { makeFolder, NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { preparedFile } from "../../platform/prepared-files.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { type OpenPin, openPin } from "../../tree/history/pins/files.ts";
import { KEPT_SECTION } from "../../tree/index-section.ts";
import { BESIDE_INDEX, UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";
import { assetHeaders, howToFit, linkFile, manyFiles } from "../folders/site-folder.ts";

/** The Worker as one module without imports, by its name for `preparedFile`. */
export const WORKER_SCRIPT = "worker.js";

/** The first date with the runtime behaviour that the tests use. */
export const COMPATIBILITY_DATE = "2026-04-01";

export interface WorkerDeployment {
  /** Folder of the tree that is to be deployed. */
  tree: string;
  /** Folder of the deployment; the result of an earlier call is replaced. */
  out: string;
  /** Of the Worker: lower-case letters, digits and dashes. */
  name?: string;
}

interface WorkerWritten {
  /** Number of uploaded files, and the size of the script in bytes. */
  assets: number;
  scriptBytes: number;
  snapshot: string;
  /** How to have fewer files; empty if not needed. */
  fewer: string;
}

/**
 * The paths that reach the Worker even if there is a file of that name: those of the API, whose files have other names and whose
 * parameters need the rewrite, also of older snapshots, and those of the FDSN event service. The platform serves all other paths.
 */
export function workerRoutes(): string[] {
  const roots = new Set(ENDPOINTS.map(({ path }) => `/${path.split("/")[1]}`));
  return [...roots, "/s", "/fdsnws"].flatMap((root) => [root, `${root}/*`]);
}

/** How the platform serves assets. The tests use the same object. */
export const ASSET_CONFIG = { html_handling: "auto-trailing-slash", not_found_handling: "none" } as const;

/**
 * Writes the files that `wrangler deploy` needs: `wrangler.jsonc`, `worker.js` and `assets/`. The files of the tree are linked if
 * possible, otherwise copied.
 *
 * @throws UserError if there is no complete tree, `out` has foreign files, or a file is larger than the platform takes
 */
export async function writeWorkerDeployment({ tree, out, name = "quaketree" }: WorkerDeployment): Promise<WorkerWritten> {
  const loaded = await loadTree(tree);
  refuseLarge(loaded);
  clear(out);
  const script = await preparedFile(WORKER_SCRIPT);
  makeFolder(out);
  writeFileSync(join(out, "wrangler.jsonc"), configuration(name));
  writeFileSync(join(out, "worker.js"), script);
  const pins = await writePinAssets(tree, join(out, "assets"));
  const pieces = writePieces(loaded, join(out, "assets"));
  const assets = linkAssets(loaded, pins, join(out, "assets")) + (pins.length > 0 ? 2 : 0) + pieces;
  writeFileSync(join(out, "assets", "_headers"), assetHeaders(loaded));
  const { record } = loaded.snapshot;
  const kept = record.index.find(({ name: section }) => section === KEPT_SECTION)?.files ?? 0;
  const fewer = howToFit(manyFiles(loaded.files.keys(), kept));
  return { assets, scriptBytes: script.length, snapshot: record.id, fewer };
}

/** Largest file that the platform takes, bytes: developers.cloudflare.com/workers/platform/limits. */
const LARGEST_ASSET = 25 * 1024 ** 2;

/** Files of the archive are deployed in pieces, so they may be larger. */
function refuseLarge({ dir, files }: LoadedTree): void {
  const unindexed = [...BESIDE_INDEX, UNINDEXED.pins].flatMap((kind) => unindexedFiles(NODE_FILE_SYSTEM, dir, kind));
  const sized = unindexed.map((path) => ({ path, bytes: NODE_FILE_SYSTEM.stat(join(dir, path))?.size ?? 0 }));
  const large = [...files.values(), ...sized].find(({ path, bytes }) => bytes > LARGEST_ASSET && !isInPieces(path, bytes));
  if (!large) return;
  throw new UserError(
    "site-too-large",
    `the tree does not fit a Cloudflare Worker: ${large.path} has ${large.bytes} bytes; ${LARGEST_ASSET} are allowed`,
    "serve the tree with `quaketree serve`, or publish it to an object store",
  );
}

const OWN = ["assets", "worker.js", "wrangler.jsonc", ".wrangler"];

function clear(out: string): void {
  let names: string[];
  try {
    names = readdirSync(out);
  } catch {
    return;
  }
  const foreign = names.find((entry) => !OWN.includes(entry));
  if (foreign !== undefined) {
    throw new UserError("not-a-deployment", `${out} holds ${foreign}, which Quaketree did not write`, "use an empty or a new folder");
  }
  for (const entry of OWN) rmSync(join(out, entry), { recursive: true, force: true });
}

function configuration(name: string): string {
  const config = {
    name,
    main: "worker.js",
    no_bundle: true,
    compatibility_date: COMPATIBILITY_DATE,
    assets: { directory: "assets", binding: "ASSETS", ...ASSET_CONFIG, run_worker_first: workerRoutes() },
  };
  return `// Written by quaketree from its contract. Deploy with: npx wrangler deploy\n${JSON.stringify(config, null, 2)}\n`;
}

/** The platform compresses what it serves itself; variants are uploaded only of files that the Worker sends. */
function linkAssets({ dir, files }: LoadedTree, pins: readonly string[], assets: string): number {
  let linked = 0;
  const unindexed = BESIDE_INDEX.flatMap((kind) => unindexedFiles(NODE_FILE_SYSTEM, dir, kind));
  for (const name of [...unindexed, ...pins]) {
    linkFile(dir, name, assets);
    linked++;
  }
  for (const { path, encodings, bytes } of files.values()) {
    if (isInPieces(path, bytes)) continue;
    const variants = /^(?:api[/.]|q\/)/.test(path) ? encodings.map((encoding) => path + VARIANT_SUFFIX[encoding]) : [];
    for (const name of [path, ...variants]) {
      linkFile(dir, name, assets);
      linked++;
    }
  }
  return linked;
}

function isInPieces(path: string, bytes: number): boolean {
  return path.startsWith("archive/") && bytes > PIECE_BYTES;
}

/**
 * Writes the large files of the archive in pieces, and their list.
 *
 * @param assets folder of the deployment
 * @returns the number of files written
 */
export function writePieces({ dir, files }: Pick<LoadedTree, "dir" | "files">, assets: string): number {
  const large = [...files.values()].filter(({ path, bytes }) => isInPieces(path, bytes));
  if (large.length === 0) return 0;
  makeFolder(dirname(join(assets, PIECE_LIST)));
  writeFileSync(join(assets, PIECE_LIST), JSON.stringify(listOf(large)));
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  let written = 1;
  for (const { path, bytes } of large) {
    const file = openSync(join(dir, path), "r");
    try {
      for (let at = 0; at * PIECE_BYTES < bytes; at++) {
        const length = readSync(file, piece, 0, PIECE_BYTES, at * PIECE_BYTES);
        writeFileSync(join(assets, pieceName(path, at)), piece.subarray(0, length));
        written++;
      }
    } finally {
      closeSync(file);
    }
  }
  return written;
}

function listOf(files: readonly { path: string; bytes: number }[]): PieceList {
  return Object.fromEntries(files.map(({ path, bytes }) => [path, bytes]));
}

/**
 * Writes the list of a tree's pins for a Worker, which can neither list a folder nor read a part of a file: the snapshots, and the
 * pin of each content.
 *
 * @param dir folder of the tree
 * @param assets folder of the deployment
 * @returns the pins by path; empty if there are none
 */
async function writePinAssets(dir: string, assets: string): Promise<readonly string[]> {
  const opened = await Promise.all(unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.pins).map((path) => openPin(dir, path)));
  const pins = opened.filter((pin): pin is OpenPin => pin !== undefined);
  if (pins.length === 0) return [];
  const list: PinList = { pins: pins.map(({ path }) => path), snapshots: pins.flatMap(({ table }) => table.snapshots) };
  makeFolder(join(assets, PIN_LIST, ".."));
  writeFileSync(join(assets, PIN_LIST), JSON.stringify(list));
  const objects = pins.flatMap(({ table }, pin) => [...table.objects()].map((object) => ({ ...object, pin })));
  writeFileSync(join(assets, PIN_OBJECTS), writeObjects(objects));
  return list.pins;
}
