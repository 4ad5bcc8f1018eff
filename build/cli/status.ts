import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { type Flags, settingsOf } from "../config/flags.ts";
import { type StatusDocument, statusSchema } from "../contract/wire/status.ts";
import { DEFAULT_STORE } from "../load/inputs.ts";
import { UserError } from "../platform/error.ts";
import { NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { age, size, thousands } from "../platform/text.ts";
import { readNotes } from "../store/run-notes.ts";
import { expiryOf } from "../tree/expiry.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { openTree, readInsideSync, type Tree } from "../tree/read.ts";
import { parseSignature } from "../tree/signature.ts";
import { treePaths } from "../tree/tree-paths.ts";
import { STATUS_FILE } from "../tree/unindexed.ts";
import { type CliContext, contextOf } from "./context.ts";
import { CONFIG, example, JSON_OUT, OUT, STORE } from "./options.ts";

/** Adds the options and the action of `quaketree status`. */
export function statusCommand(command: Command): void {
  command
    .argument("[dir]", "folder of a tree, such as a mirror: tell of that alone")
    .option(...STORE)
    .option(...OUT)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("status --json"))
    .action(statusAction);
}

async function statusAction(dir: string | undefined, options: Flags & { json?: boolean }): Promise<void> {
  if (dir !== undefined) return runStatus({ store: undefined, out: dir }, contextOf(options));
  const { store = DEFAULT_STORE, out } = settingsOf(options);
  await runStatus({ store, out }, contextOf(options));
}

interface StoreStatus {
  dir: string;
  sources: {
    id: string;
    as_of: string | null;
    asked_at: string | null;
    answered_at: string | null;
    records: number;
    set_aside: { what: string; code: string; reason: string }[];
  }[];
}

interface TreeStatus extends CopyStatus {
  dir: string;
  snapshot: string;
  sequence: number;
  as_of: string;
  files: number;
  bytes: number;
  shards: { files: number; bytes: number };
  sources: { id: string; name: string; provides: string; as_of: string | null; records: number }[];
  /** How the last run of `rebuild` went; null where there was none. */
  status: StatusDocument | null;
}

/** What there is. Null where there is nothing, `fault` where there is something that cannot be read. */
export interface Status {
  store: StoreStatus | { dir: string; fault: string } | null;
  tree: TreeStatus | { dir: string; fault: string } | null;
}

/** @param store undefined: the tree alone is of interest, as for a copy of somebody else's */
export async function status(store: string | undefined, out: string): Promise<Status> {
  return {
    store: store === undefined ? null : await orFault(store, storeStatus),
    tree: await orFault(out, treeStatus),
  };
}

async function orFault<T>(
  dir: string,
  read: (dir: string) => Promise<T | null>,
): Promise<T | { dir: string; fault: string } | null> {
  try {
    return await read(dir);
  } catch (error) {
    if (error instanceof UserError) return { dir, fault: error.message };
    throw error;
  }
}

async function storeStatus(dir: string): Promise<StoreStatus | null> {
  if (!existsSync(dir)) return null;
  const notes = await readNotes(dir);
  const sources = Object.entries(notes).map(([id, { asOf, askedAt, answeredAt, records, setAside }]) => ({
    id,
    as_of: isoOrNull(asOf),
    asked_at: isoOrNull(askedAt),
    answered_at: isoOrNull(answeredAt),
    records,
    set_aside: setAside.map(({ what, code, reason }) => ({ what, code, reason })),
  }));
  return { dir, sources };
}

function isoOrNull(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}

async function treeStatus(dir: string): Promise<TreeStatus | null> {
  if (!existsSync(dir)) return null;
  const tree = await openTree(dir);
  const { snapshot, files } = tree;
  const entries = [...files.values()];
  const shards = entries.filter(({ path }) => path.startsWith("shards/"));
  const bytesOf = (list: typeof entries) => list.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    dir,
    snapshot: snapshot.id,
    sequence: snapshot.sequence,
    as_of: snapshot.as_of,
    files: entries.length,
    bytes: bytesOf(entries),
    shards: { files: shards.length, bytes: bytesOf(shards) },
    sources: snapshot.sources.map(({ id, name, provides, as_of, records }) => ({ id, name, provides, as_of, records })),
    status: runStatusOf(dir),
    ...copyStatus(tree),
  };
}

/** @throws UserError `status-malformed` */
function runStatusOf(dir: string): StatusDocument | null {
  const file = join(dir, STATUS_FILE);
  if (!existsSync(file)) return null;
  try {
    return statusSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    throw new UserError("status-malformed", `${file} is not a status`, "rebuild writes it anew");
  }
}

export async function runStatus(
  dirs: { store: string | undefined; out: string },
  { out, json, now }: CliContext,
): Promise<void> {
  const found = await status(dirs.store, dirs.out);
  if (json) {
    out(JSON.stringify(found));
    return;
  }
  const ageOf = (instant: string | null) =>
    instant === null ? "does not age" : `${instant}, ${age(now() - Date.parse(instant))}`;
  const ofStore = dirs.store === undefined ? [] : storeLines(found.store, dirs.store, ageOf);
  const ofCopy = found.tree && "missing" in found.tree ? copyLines(found.tree, now()) : [];
  for (const line of [...ofStore, ...treeLines(found.tree, dirs.out, ageOf), ...ofCopy]) out(line);
}

type AgeOf = (instant: string | null) => string;

function storeLines(store: Status["store"], dir: string, ageOf: AgeOf): string[] {
  if (!store) return [`store ${dir}: none; \`quaketree ingest\` makes one, without it builds use the embedded data`];
  if ("fault" in store) return [`store ${dir}: ${store.fault}`];
  if (store.sources.length === 0) return [`store ${dir}: empty`];
  return store.sources.flatMap(({ id, as_of, answered_at, records, set_aside }) => {
    const of = as_of === null ? "" : `, as of ${ageOf(as_of)}`;
    const answered = answered_at === null ? "never answered wholly" : `last good answer ${ageOf(answered_at)}`;
    return [
      `store ${dir}: ${id}, ${thousands(records)} records${of}; ${answered}`,
      ...set_aside.map(({ code, reason }) => `  set aside (${code}): ${reason}`),
    ];
  });
}

function treeLines(tree: Status["tree"], dir: string, ageOf: AgeOf): string[] {
  if (!tree) return [`tree ${dir}: none; \`quaketree build\` makes one`];
  if ("fault" in tree) return [`tree ${dir}: ${tree.fault}`];
  const { snapshot, sequence, as_of, files, bytes, shards, sources } = tree;
  return [
    `tree ${dir}: snapshot ${snapshot}, number ${sequence}, as of ${ageOf(as_of)}`,
    `  ${thousands(files)} files, ${size(bytes)}, of which ${shards.files} shards, ${size(shards.bytes)}`,
    ...sources.map(
      ({ name, provides, records, as_of: of }) =>
        `  ${name}: ${thousands(records)} ${provides}, ${of === null ? ageOf(of) : `as of ${ageOf(of)}`}`,
    ),
    ...runLines(tree.status, ageOf),
  ];
}

function runLines(run: StatusDocument | null, ageOf: AgeOf): string[] {
  if (!run) return [];
  const { outcome, finished_at, error } = run.run;
  const stale = run.sources.filter(({ fresh }) => !fresh).map(({ agency }) => agency);
  return [
    `last rebuild: ${outcome}, ${ageOf(finished_at)}${stale.length > 0 ? `; stale then: ${stale.join(", ")}` : ""}`,
    ...(error ? [`  ${error.message}`] : []),
  ];
}

/** How complete and how old a tree is, seen without reading all of it. */
interface CopyStatus {
  /** Files of the index that are not there, or not of their size. */
  missing: number;
  /** When it became stale, or will; null where its publisher has not said after how long. ISO 8601 */
  stale_after: string | null;
  /** Id of the key that signed, by what the signature says of itself. */
  signed_by: string | null;
  /** What a mirror has fetched of a newer tree that is not whole yet. */
  fetched: { files: number; bytes: number } | null;
}

function copyStatus({ dir, files, snapshot }: Pick<Tree, "dir" | "files" | "snapshot">): CopyStatus {
  const missing = [...files.values()].filter(({ path, bytes }) => {
    const stat = statSync(join(dir, path), { throwIfNoEntry: false });
    return !stat?.isFile() || stat.size !== bytes;
  });
  const expiry = expiryOf(snapshot);
  return {
    missing: missing.length,
    stale_after: expiry === undefined ? null : new Date(expiry).toISOString(),
    signed_by: signedBy(dir),
    fetched: fetchedOf(treePaths(NODE_FILE_SYSTEM, dir).part),
  };
}

function signedBy(dir: string): string | null {
  const text = readInsideSync(dir, SIGNATURE_FILE)?.toString("utf8");
  try {
    return text === undefined ? null : parseSignature(text).key;
  } catch {
    return null;
  }
}

function fetchedOf(part: string): CopyStatus["fetched"] {
  if (!existsSync(part)) return null;
  const sizes = readdirSync(part).map((name) => statSync(join(part, name), { throwIfNoEntry: false })?.size ?? 0);
  return { files: sizes.length, bytes: sizes.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The same for people. @param now ms since 1970 UTC */
function copyLines({ missing, stale_after, signed_by, fetched }: CopyStatus, now: number): string[] {
  const lines = [
    missing === 0
      ? "  complete: every file of its index is there"
      : `  incomplete: ${thousands(missing)} files of its index are missing or of another size`,
  ];
  if (stale_after !== null) {
    const past = now - Date.parse(stale_after);
    lines.push(past < 0 ? `  fresh until ${stale_after}` : `  stale since ${stale_after} (${age(past)})`);
  }
  if (signed_by !== null) lines.push(`  signed with key ${signed_by} (verify --verify-key checks it)`);
  if (fetched) lines.push(`  of a newer snapshot ${thousands(fetched.files)} files, ${size(fetched.bytes)}, are here`);
  return lines;
}
