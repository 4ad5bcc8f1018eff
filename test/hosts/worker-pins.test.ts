import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openAssetTree } from "../../build/hosts/worker/asset-tree.ts";
import { createWorkerPins, PIN_LIST, PIN_OBJECTS } from "../../build/hosts/worker/pins.ts";
import { writePinAssets } from "../../build/publish/worker/deployment.ts";
import { respond } from "../../build/rewrite/respond.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { smallTree } from "./small-tree.ts";

const BEGIN = Date.UTC(2018, 1, 7, 10, 58);
const MINUTE = 60_000;
const root = temporaryFolder();
const tree = join(root, "tree");
const made = join(root, "made");

/** Plants a tree and writes what a Worker knows of its pins. @returns the id of its snapshot */
async function deploy(minute: number, version: string): Promise<string> {
  const asOf = new Date(BEGIN + minute * MINUTE).toISOString();
  const { snapshot } = await smallTree(tree, { version, asOf, packLarge: false });
  rmSync(made, { recursive: true, force: true });
  await writePinAssets(tree, made);
  return snapshot.id;
}

async function read(path: string): Promise<Uint8Array | undefined> {
  for (const dir of [made, tree]) {
    try {
      return readFileSync(join(dir, path));
    } catch {
      // In the other, or in none of them.
    }
  }
  return undefined;
}

const assets = {
  async fetch({ url }: Request) {
    const bytes = await read(new URL(url).pathname.slice(1));
    return bytes ? new Response(Uint8Array.from(bytes)) : new Response(null, { status: 404 });
  },
};

it("a snapshot that a Worker has opened is read on from the pins that there are by then", async () => {
  const id = await deploy(0, "old");
  await deploy(1, "old");
  const pins = createWorkerPins();
  expect(await pins.open(id, await openAssetTree(assets), read)).toBeDefined();
  // The record goes with the next one, and an hour later its shard as well: now only a later pin has it.
  for (const minute of [2, 80, 160]) await deploy(minute, String(minute));
  const found = await pins.open(id, await openAssetTree(assets), read);
  const reply = found && (await respond(found.snapshot, { method: "GET", target: "/api/recent/?limit=1" }));
  expect(reply?.kind === "body" && new TextDecoder().decode(reply.body)).toContain('"version":"old"');
});

it("a Worker tells since when snapshots can be asked, however many there are", async () => {
  const snapshots = Array.from({ length: 300_000 }, (_, at) => ({ asOf: BEGIN + at }));
  const list = new TextEncoder().encode(JSON.stringify({ pins: [], snapshots }));
  const given: Record<string, Uint8Array> = { [PIN_LIST]: list, [PIN_OBJECTS]: new Uint8Array(0) };
  expect(await createWorkerPins().since(await openAssetTree(assets), async (path) => given[path])).toBe(BEGIN);
});
