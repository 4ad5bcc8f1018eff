import type { ShardInput } from "../../build/rewrite/shards/make.ts";
import { makeShards } from "../../build/rewrite/shards/make.ts";
import type { TreeFile } from "../../build/tree/file.ts";
import type { Signer } from "../../build/tree/signature.ts";
import type { TransitionStep } from "../../build/tree/transition.ts";
import { type WrittenTree, writeTree } from "../../build/tree/write-tree.ts";
import { EMPTY_INPUT } from "../rewrite/tree-in-memory.ts";
import { file, STEPS } from "../tree/tiny-tree.ts";

export const AS_OF = "2018-02-07T10:20:30.456Z";
/** Longer than what a host keeps in memory, and not all the same. */
export const LARGE = Array.from({ length: 90_000 }, (_, at) => `line ${at};`).join("\n");

/** A recent event whose record says which version of the tree it is of. */
function input(version: string, asOf: string): ShardInput {
  const time = Date.parse(asOf) - 60_000;
  const record = () => JSON.stringify({ event_id: "us1", version });
  const feature = { record: () => JSON.stringify({ event_id: "us1", version, padding: "quake ".repeat(40_000) }) };
  return {
    ...EMPTY_INPUT,
    asOf: Date.parse(asOf),
    recent: [{ id: "us1", time, magnitude: 5, latitude: 0, longitude: 0, country: null, record, feature }],
  };
}

export interface SmallTreeOptions {
  version?: string;
  asOf?: string;
  /** Whether the large file has variants, which take most of the time that such a tree takes. */
  packLarge?: boolean;
  signer?: Signer;
  steps?: readonly TransitionStep[];
  /** The program that the record names. */
  program?: string;
}

/** A tree with something of every kind: shards, answers, pages, a large file. Every body holds its version. */
export function smallTree(
  out: string,
  { version = "1", asOf = AS_OF, packLarge = true, signer, steps = STEPS, program }: SmallTreeOptions = {},
): Promise<WrittenTree> {
  const shards = makeShards(input(version, asOf));
  const answer = (name: string) => JSON.stringify({ name, version, padding: "quake ".repeat(400) });
  const files = [
    ...shards.files.map(({ path, bytes }): TreeFile => ({ path, bytes, section: "shards", cache: "immutable", compress: true })),
    file("api.json", answer("index")),
    file("api/recent.json", answer("recent")),
    file("api/v1/stats.json", answer("stats")),
    file("api/v1/glossary.json", answer("glossary"), { cache: "day" }),
    file("api/live-feed.json", answer("day")),
    file("q/live-feed/hours-1.json", answer("hour"), { section: "q" }),
    file("index.html", `<h1>Quaketree ${version}</h1>`, { section: "pages" }),
    file("404.html", `<h1>No such page</h1>${"text ".repeat(400)}`, { section: "pages" }),
    file("docs/index.html", `<h1>Docs ${version}</h1>${"text ".repeat(400)}`, { section: "pages" }),
    file("assets/style.css", "main{margin:0}", { section: "pages", cache: "day" }),
    file("large.txt", `${version}\n${LARGE}`, { section: "pages", compress: packLarge }),
  ];
  return writeTree({
    out,
    files,
    signer,
    snapshot: { as_of: asOf, ...(program && { program }), sources: [], shards: shards.manifest },
    steps,
  });
}
