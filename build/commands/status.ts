import { existsSync } from "node:fs";
import { readStore } from "../agencies/store-contents.ts";
import type { CliContext } from "../cli-context.ts";
import { UserError } from "../error.ts";
import { age, size, thousands } from "../terminal.ts";
import { openTree } from "../tree/read.ts";

interface StoreStatus {
  dir: string;
  sources: { id: string; as_of: string; retrieved_at: string; records: number; withdrawn: number; address: string }[];
}

interface TreeStatus {
  dir: string;
  snapshot: string;
  sequence: number;
  as_of: string;
  files: number;
  bytes: number;
  shards: { files: number; bytes: number };
  sources: { id: string; name: string; provides: string; as_of: string | null; records: number }[];
}

/** What there is. Null where there is nothing, `fault` where there is something that cannot be read. */
export interface Status {
  store: StoreStatus | { dir: string; fault: string } | null;
  tree: TreeStatus | { dir: string; fault: string } | null;
}

export async function status(store: string, out: string): Promise<Status> {
  return { store: await orFault(store, storeStatus), tree: await orFault(out, treeStatus) };
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
  const { usgs } = await readStore(dir);
  if (!usgs) return { dir, sources: [] };
  const { generated, retrievedAt, address } = usgs.capture;
  const source = {
    id: "usgs",
    as_of: new Date(generated).toISOString(),
    retrieved_at: new Date(retrievedAt).toISOString(),
    records: usgs.events.length,
    withdrawn: usgs.withdrawn.length,
    address,
  };
  return { dir, sources: [source] };
}

async function treeStatus(dir: string): Promise<TreeStatus | null> {
  if (!existsSync(dir)) return null;
  const { snapshot, files } = await openTree(dir);
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
  };
}

export async function runStatus(dirs: { store: string; out: string }, { out, json, now }: CliContext): Promise<void> {
  const found = await status(dirs.store, dirs.out);
  if (json) {
    out(JSON.stringify(found));
    return;
  }
  const ageOf = (instant: string | null) =>
    instant === null ? "does not age" : `${instant}, ${age(now() - Date.parse(instant))}`;
  for (const line of [...storeLines(found.store, dirs.store, ageOf), ...treeLines(found.tree, dirs.out, ageOf)])
    out(line);
}

type AgeOf = (instant: string | null) => string;

function storeLines(store: Status["store"], dir: string, ageOf: AgeOf): string[] {
  if (!store) return [`store ${dir}: none; \`quaketree ingest\` makes one, without it builds use the embedded data`];
  if ("fault" in store) return [`store ${dir}: ${store.fault}`];
  if (store.sources.length === 0) return [`store ${dir}: empty`];
  return store.sources.map(
    ({ id, as_of, records, retrieved_at }) =>
      `store ${dir}: ${id}, ${thousands(records)} events, as of ${ageOf(as_of)}; last read ${retrieved_at}`,
  );
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
  ];
}
