import { appendFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { verifyTree } from "../../build/verify/verify.ts";
import { sectionPath } from "../tree/forge.ts";
import { file, inTemporaryFolder, plant, shard, snapshotAt } from "../tree/tiny-tree.ts";

const LONG = "earthquake ".repeat(400);

async function inTree(use: (out: string) => Promise<void> | void, more: Parameters<typeof plant>[2] = {}): Promise<void> {
  await inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [file("a.json", LONG), file("b/index.json", "b"), shard("shard")], more);
    await use(out);
  });
}

const faultsOf = async (out: string, check?: (path: string, bytes: Uint8Array) => string | undefined) =>
  (await verifyTree(out, check ? { check } : {})).faults.map(({ path, kind }) => `${kind} ${path}`);

test("a sound tree has no faults", () =>
  inTree(async (out) => expect(await verifyTree(out)).toMatchObject({ ok: true, faults: [], files: 3, bytes: LONG.length + 6 })));

test("a missing, a cut, a changed and a stray file are each named", () =>
  inTree(async (out) => {
    rmSync(join(out, "b/index.json"));
    writeFileSync(join(out, "a.json"), LONG.replace("q", "k"));
    writeFileSync(join(out, "b/notes.txt"), "mine");
    mkdirSync(join(out, ".git"));
    writeFileSync(join(out, ".git/config"), "");
    expect(await faultsOf(out)).toEqual(["changed a.json", "missing b/index.json", "stray .git/config", "stray b/notes.txt"]);
  }));

test("a variant that unpacks to something else, to too much or to nothing is named", () =>
  inTree(async (out) => {
    writeFileSync(join(out, "a.json.gz"), gzipSync("x".repeat(50_000_000)));
    writeFileSync(join(out, "a.json.br"), "not brotli");
    expect(await faultsOf(out)).toEqual(["variant a.json.br", "variant a.json.gz"]);
    rmSync(join(out, "a.json.br"));
    expect(await faultsOf(out)).toEqual(["missing a.json.br", "variant a.json.gz"]);
  }));

test("a variant with bytes after its end is named, whatever a decoder makes of them", () =>
  inTree(async (out) => {
    appendFileSync(join(out, "a.json.br"), "x");
    appendFileSync(join(out, "a.json.gz"), Buffer.alloc(4));
    expect(await faultsOf(out)).toEqual(["variant a.json.br", "variant a.json.gz"]);
  }));

test("a link out of the tree counts as missing, a link inside as what it leads to", () =>
  inTree(async (out) => {
    writeFileSync(join(out, "../outside.json"), "b");
    rmSync(join(out, "b/index.json"));
    symlinkSync("../../outside.json", join(out, "b/index.json"));
    expect(await faultsOf(out)).toEqual(["missing b/index.json"]);
  }));

test("a record whose shards are not in the tree, or not by their hash, is named", () => {
  const shards = { columns: "shards/none.bin", days: [{ path: "b/index.json", bytes: 7 }] } as never;
  return inTree(
    async (out) => {
      const { faults } = await verifyTree(out);
      expect(faults.map(({ message }) => message)).toEqual([
        "names the shard shards/none.bin, which no index section has",
        "states 7 bytes for b/index.json, the index 1",
      ]);
    },
    { snapshot: { ...snapshotAt("2018-02-07T00:00:00.000Z"), shards } },
  );
});

test("an id that does not follow from the index is named", () =>
  inTree(async (out) => {
    const path = join(out, "snapshot.json");
    const record = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(path, JSON.stringify({ ...record, id: "0123456789abcdef" }));
    expect(await faultsOf(out)).toEqual(["record snapshot.json"]);
  }));

function suspicious(path: string): string | undefined {
  if (path === "b/index.json") throw new Error("no such resource");
  return path.startsWith("shards/") ? "a bad shard" : undefined;
}

test("a fault of the content check is reported, also if it throws", () =>
  inTree(async (out) => {
    const { faults } = await verifyTree(out, { check: suspicious });
    expect(faults.map(({ kind, message }) => `${kind}: ${message}`)).toEqual(["content: no such resource", "content: a bad shard"]);
  }));

test("no tree, a broken record and a broken index are errors that a person can mend", () =>
  inTree(async (out) => {
    await expect(verifyTree(join(out, "b"))).rejects.toMatchObject({ code: "tree-missing" });
    appendFileSync(join(out, sectionPath(out, "api")), " ");
    await expect(verifyTree(out)).rejects.toMatchObject({ code: "tree-damaged" });
    appendFileSync(join(out, "snapshot.json"), "}");
    await expect(verifyTree(out)).rejects.toMatchObject({ code: "tree-damaged", message: "snapshot.json is not JSON" });
  }));
