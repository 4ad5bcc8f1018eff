import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { sourceRecord } from "../../build/answers/service.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue, type CatalogueInput } from "../../build/catalogue/assemble.ts";
import type { Catalogue } from "../../build/catalogue/catalogue.ts";
import { rememberPlaces } from "../../build/pipeline/load/geography.ts";
import { type TreeOptions, treeFiles } from "../../build/pipeline/tree-files.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { once } from "../../build/platform/lists.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import type { PageAssets } from "../../build/site/assets/assets.ts";
import { isoTime } from "../../build/store/civil-time.ts";
import { type Derive, NO_CELLS, openDerive } from "../../build/store/derive.ts";
import type { FileGroup } from "../../build/tree/file.ts";
import { entriesBelow } from "../../build/tree/index-node.ts";
import { KEPT_SECTION } from "../../build/tree/index-section.ts";
import { readIndex, readRecord } from "../../build/tree/read.ts";
import { writeTree } from "../../build/tree/write-tree.ts";
import { createRandom } from "../../scripts/measure/bench/random.ts";
import { smallInput, usgs } from "../answers/small-catalogue.ts";
import { allFiles } from "./all-files.ts";
import { CHANGES, type World } from "./changing-world.ts";

function assemble({ asOf, live, historical, input }: World, { locate }: CatalogueInput, derive: Derive): Catalogue {
  const places = rememberPlaces({ locate, version: "a small world" }, derive);
  return assembleCatalogue({ ...input, asOf, live: usgs([...live.values()]), historical, locate: places });
}

const ASSETS: PageAssets = {
  key: "style",
  files: () => [{ path: "assets/style.css", bytes: new TextEncoder().encode("main{margin:0}") }],
};

/**
 * Makes a tree minute by minute, each time after a random change, and compares it with one that is made of nothing. Between some
 * builds files of `derived/` and of the cells of the tree are removed.
 *
 * @param dir for the tree and what is kept beside it
 */
export async function minuteByMinute(dir: string, changes: number, seed: number): Promise<Count> {
  const random = createRandom(seed);
  const [out, store] = [join(dir, "tree"), join(dir, "store")];
  const input = smallInput();
  const live = new Map((input.live[0]?.events ?? []).map((event) => [event.id, event]));
  let world: World = { asOf: input.asOf, live, historical: input.historical, input, options: {} };
  const count: Count = { same: 0, all: 0, knownGroups: 0 };
  const contents: Contents = new Map();
  for (let step = 0; step < changes; step++) {
    world = random.pick(CHANGES)(world, random);
    for (const folder of [join(store, "derived"), `${out}.cells`])
      if (random.pick([true, false, false])) loseFiles(folder, (file) => random.pick([true, false, file === "cells"]));
    const derive = openDerive(store);
    const catalogue = assemble(world, input, derive);
    const shards = makeShards(shardInput(catalogue, world.options.packBelow), derive.each("shards", []));
    const written = await writeTree({
      out,
      program: derive.program,
      files: treeFiles(catalogue, shards.files, ASSETS, world.options, derive),
      snapshot: { as_of: isoTime(catalogue.asOf), sources: catalogue.sources.map(sourceRecord), shards: shards.manifest },
    });
    count.same += written.unchanged;
    count.all += written.unchanged + written.written;
    derive.save();
    const anew = hashesAnew(assemble(world, input, NO_CELLS), world.options, (group) => {
      count.knownGroups += sameAsBefore(contents, group) ? 1 : 0;
    });
    expect([step, await hashesOfTree(out)]).toEqual([step, anew]);
  }
  return count;
}

function loseFiles(folder: string, isLost: (file: string) => boolean): void {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted();
  for (const file of files) if (file !== "values" && isLost(file)) rmSync(join(folder, file));
}

interface Count {
  /** Files that were as before, and all files, of all builds. */
  same: number;
  all: number;
  /** Groups of files with a key that an earlier build had. */
  knownGroups: number;
}

/** The files of groups by the names and keys of the groups. */
type Contents = Map<string, unknown>;

/** The same key must mean the same files. Returns whether the key was there before. */
function sameAsBefore(contents: Contents, { name, key, files }: FileGroup): boolean {
  const now = [...files()].map((file) => ({ ...file, bytes: sha256(file.bytes()) }));
  const known = contents.get(`${name} ${key}`);
  if (known === undefined) contents.set(`${name} ${key}`, now);
  else expect(now).toEqual(known);
  return known !== undefined;
}

/** SHA-256 by path, as the index says and as the files are. */
async function hashesOfTree(out: string): Promise<Record<string, string>> {
  const { snapshot } = await readRecord(out);
  const roots = [...(await readIndex(out, snapshot)).values()];
  const entries = [...entriesBelow(roots.filter(({ section }) => section !== KEPT_SECTION))];
  for (const { path, sha256: hash } of entries) expect([path, sha256(readFileSync(join(out, path)))]).toEqual([path, hash]);
  return sorted(entries.map(({ path, sha256: hash }) => [path, hash]));
}

/** @param seen receives each group */
function hashesAnew(catalogue: Catalogue, options: TreeOptions, seen: (group: FileGroup) => void): Record<string, string> {
  const shards = makeShards(shardInput(catalogue, options.packBelow));
  const hashes: [string, string][] = [];
  for (const one of treeFiles(catalogue, shards.files, ASSETS, options)) {
    const files = allFiles([one]).map((file) => ({ ...file, bytes: once(file.bytes) }));
    hashes.push(...files.map(({ path, bytes }): [string, string] => [path, sha256(bytes())]));
    if ("files" in one) seen({ ...one, files: () => files });
  }
  return sorted(hashes);
}

function sorted(hashes: [string, string][]): Record<string, string> {
  return Object.fromEntries(hashes.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
