import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { deltaBetween, printDelta } from "../../build/cli/delta.ts";
import { decodeDelta } from "../../build/tree/history/deltas/delta.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { publishWithDeltas } from "../tree/mirroring.ts";
import { file, plant } from "../tree/tiny-tree.ts";

const root = temporaryFolder();
const [from, to] = [join(root, "a"), join(root, "b")];

beforeAll(async () => {
  await publishWithDeltas(from, 1);
  for (const hour of [1, 2]) await publishWithDeltas(to, hour);
});

describe("delta", () => {
  it("tells what leads from one tree to another, and writes it", async () => {
    const out = join(root, "deep/er/a-to-b.delta");
    const report = await deltaBetween({ from, to }, out);
    expect(report).toMatchObject({ from: { sequence: 1 }, to: { sequence: 2 }, added: 1, changed: 3, removed: 0, out });
    const bytes = readFileSync(out);
    expect(bytes).toHaveLength(report.bytes);
    expect(decodeDelta(bytes).to).toEqual(report.to);
    const [name = ""] = Object.values(report.from);
    const kept = join(to, "deltas/step", `20180207T010000.000Z-${name}.delta`);
    expect(readFileSync(kept).equals(bytes)).toBe(true);
  });

  it("prints it for people", async () => {
    const lines: string[] = [];
    printDelta(await deltaBetween({ from, to }), { out: (line) => lines.push(line), json: false });
    expect(lines.join("\n")).toMatch(/^from snapshot [0-9a-f]{16}, as of .* checked\n {2}1 files added, 3 changed, 0 removed$/);
  });

  it("leads back as well, and nowhere if nothing has changed", async () => {
    expect(await deltaBetween({ from: to, to: from })).toMatchObject({ added: 0, changed: 3, removed: 1 });
    expect(await deltaBetween({ from, to: from })).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  it("is refused if it would have to tell most of a tree, and if there is none", async () => {
    const other = join(root, "other");
    await plant(other, [file("large.txt", "7".repeat(16_000_001), { compress: false })]);
    await expect(deltaBetween({ from, to: other })).rejects.toMatchObject({ code: "delta-too-large" });
    await expect(deltaBetween({ from, to: join(root, "nowhere") })).rejects.toMatchObject({ code: "tree-missing" });
  });

  it("is not written of a tree that is not as its index says", async () => {
    const broken = join(root, "broken");
    for (const hour of [1, 2]) await publishWithDeltas(broken, hour);
    rmSync(join(broken, "api.json"));
    const out = join(root, "broken.delta");
    await expect(deltaBetween({ from, to: broken }, out)).rejects.toMatchObject({ code: "tree-damaged" });
    expect(existsSync(out)).toBe(false);
  });
});
