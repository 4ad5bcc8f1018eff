import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Delta, decodeDelta, encodeDelta } from "../../build/tree/history/deltas/delta.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { deltaFile } from "../../build/tree/unindexed.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { mirror, publishWithDeltas } from "../tree/mirroring.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";

const HOURS = 4;

/** A tree with four snapshots behind it, and what `use` finds of its deltas by kind, oldest first. */
async function inTree(use: (out: string, deltas: (kind: string) => string[]) => Promise<void>): Promise<void> {
  await inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    for (let hour = 1; hour <= HOURS; hour++) await publishWithDeltas(out, hour);
    const deltas = (kind: string) => readdirSync(join(out, "deltas", kind)).map((name) => join("deltas", kind, name));
    await use(out, deltas);
  });
}

async function faultsOf(out: string): Promise<string[]> {
  return (await verifyTree(out)).faults.map(({ path, kind, message }) => `${kind} ${path} ${message}`);
}

/** Writes a delta otherwise than it was. */
function rewrite(out: string, path: string, edit: (delta: Delta) => Partial<Delta>): void {
  const file = join(out, path);
  const delta = decodeDelta(readFileSync(file));
  rmSync(file);
  writeFileSync(file, encodeDelta({ ...delta, ...edit(delta) }));
}

it("a delta that does not unpack is reported with its fault", () =>
  inTree(async (out, deltas) => {
    const [first = "", second = "", third = ""] = deltas("step");
    const bytes = readFileSync(join(out, second));
    for (const path of [first, second, third]) rmSync(join(out, path));
    writeFileSync(join(out, first), "noise");
    writeFileSync(join(out, second), bytes.subarray(0, bytes.length - 1));
    writeFileSync(join(out, third), Buffer.concat([bytes, Buffer.from("x")]));
    expect(await faultsOf(out)).toEqual([first, second, third].map((path) => expect.stringContaining(`delta ${path} does not unpack`)));
  }));

it("a delta under another name than that of the snapshot that it starts at is reported", () =>
  inTree(async (out, deltas) => {
    const [first = "", second = ""] = deltas("step");
    rmSync(join(out, second));
    renameSync(join(out, first), join(out, second));
    expect(await faultsOf(out)).toEqual([expect.stringMatching(`delta ${second} starts at the snapshot .* not from the one in its name`)]);
  }));

it.each(["step", "hour"])("a %s delta that does not lead to the snapshot of the tree is reported", (kind) =>
  inTree(async (out, deltas) => {
    const last = deltas(kind).at(-1) ?? "";
    rewrite(out, last, ({ sections }) => ({
      sections: sections.map((section) => (section.name === "q" ? { ...section, put: [], gone: ["q/a.json"] } : section)),
    }));
    expect(await faultsOf(out)).toEqual([`delta ${last} does not lead to the snapshot of the tree: q/a.json is still in the tree`]);
  }),
);

it("an old delta with an entry that the tree lacks, though no later delta changed it, is reported", () =>
  inTree(async (out, deltas) => {
    const first = deltas("step")[0] ?? "";
    rewrite(out, first, ({ sections }) => ({
      sections: sections.map((section) =>
        section.name === "pages" ? { ...section, put: [{ ...entry(section), path: "evil.html" }] } : section,
      ),
    }));
    expect(await faultsOf(out)).toEqual([`delta ${first} does not lead to the snapshot of the tree: evil.html is different in the tree`]);
  }));

it("a delta that leads back, beyond the tree, or has a content of another hash is reported", () =>
  inTree(async (out, deltas) => {
    const [first = "", second = "", third = ""] = deltas("step");
    rewrite(out, first, ({ from }) => ({ to: { ...from, sequence: 0 } }));
    rewrite(out, second, ({ to }) => ({ to: { ...to, sequence: 99 } }));
    rewrite(out, third, ({ contents }) => ({ contents: contents.map((one) => (one.base ? one : { ...one, sha256: "0".repeat(64) })) }));
    expect(await faultsOf(out)).toEqual([
      `delta ${first} leads back from number 1 to 0`,
      expect.stringMatching(`delta ${second} leads to snapshot .*, which is newer than the tree`),
      `delta ${third} has a content whose hash is not ${"0".repeat(64)}`,
    ]);
  }));

it("a gap between deltas is not a fault, because no mirror follows it", () =>
  inTree(async (out, deltas) => {
    rmSync(join(out, deltas("step")[1] ?? ""));
    expect(await faultsOf(out)).toEqual([]);
  }));

it("a mirror with a damaged delta throws it away and goes on", () =>
  inTree(async (out, deltas) => {
    const copy = join(out, "../copy");
    const origin = createFolderOrigin(out);
    await mirror(origin, copy);
    await publishWithDeltas(out, HOURS + 1);
    await mirror(origin, copy);
    const path = `deltas/step/${readdirSync(join(copy, "deltas/step"))[0]}`;
    rmSync(join(copy, path));
    writeFileSync(join(copy, path), "noise");
    expect(await faultsOf(copy)).toHaveLength(1);
    await mirror(origin, copy);
    expect(await faultsOf(copy)).toEqual([]);
    expect(readdirSync(join(copy, "deltas/step"))).toEqual([]);
    expect(deltas("step")).toHaveLength(HOURS);
    expect(deltaFile("step", { id: "0".repeat(16), as_of: "2018-02-07T01:00:00.000Z" })).toMatch(/^deltas\/step\//);
  }));

function entry({ put }: Delta["sections"][number]) {
  return put[0] ?? { path: "", bytes: 1, sha256: "0".repeat(64), etag: '"1"', cache: "day" as const, encodings: [] };
}
