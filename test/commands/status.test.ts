import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { UsgsState } from "../../build/agencies/state.ts";
import { writeUsgsState } from "../../build/agencies/usgs-state-file.ts";
import type { CliContext } from "../../build/cli-context.ts";
import { runStatus, status } from "../../build/commands/status.ts";
import { silentReport } from "../../build/report.ts";
import { AS_OF, smallTree } from "../hosts/small-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";

const STATE: UsgsState = {
  format: 1,
  agency: "usgs",
  capture: {
    address: "https://example.org/feed.geojson",
    retrievedAt: Date.parse("2018-02-07T10:21:00.000Z"),
    sha256: "0".repeat(64),
    bytes: 100,
    generated: Date.parse(AS_OF),
    title: "A feed",
    features: 0,
    leftOut: {},
    doubtful: {},
  },
  covers: { from: 0, to: Date.parse(AS_OF) },
  events: [],
  withdrawn: [],
};

async function lines(store: string, out: string): Promise<string[]> {
  const said: string[] = [];
  const context: CliContext = {
    out: (line) => said.push(line),
    report: { ...silentReport, clear() {} },
    json: false,
    env: {},
    now: () => Date.parse(AS_OF) + 3_600_000,
    end() {},
  };
  await runStatus({ store, out }, context);
  return said;
}

it("says that there is neither, and how to make each", () =>
  inTemporaryFolder(async (dir) => {
    expect(await status(join(dir, "store"), join(dir, "dist"))).toEqual({ store: null, tree: null });
    const [store, tree] = await lines(join(dir, "store"), join(dir, "dist"));
    expect(store).toMatch(/: none; `quaketree ingest` makes one/);
    expect(tree).toMatch(/: none; `quaketree build` makes one/);
  }));

it("says what is in both and how old it is", () =>
  inTemporaryFolder(async (dir) => {
    const [store, out] = [join(dir, "store"), join(dir, "dist")];
    await writeUsgsState(store, STATE);
    const { snapshot } = await smallTree(out);
    const found = await status(store, out);
    expect(found.store).toMatchObject({ sources: [{ id: "usgs", as_of: AS_OF, records: 0 }] });
    expect(found.tree).toMatchObject({ snapshot: snapshot.id, sequence: 1, as_of: AS_OF });
    const said = (await lines(store, out)).join("\n");
    expect(said).toContain(`as of ${AS_OF}, 1 hour old; last read 2018-02-07T10:21:00.000Z`);
    expect(said).toContain(`snapshot ${snapshot.id}, number 1, as of ${AS_OF}, 1 hour old`);
    expect(said).toMatch(/\d+ files, [\d.]+ MB, of which \d+ shards/);
  }));

it("says what cannot be read, and goes on", () =>
  inTemporaryFolder(async (dir) => {
    const [store, out] = [join(dir, "store"), join(dir, "dist")];
    await smallTree(out);
    writeFileSync(join(out, "index/api.json"), "[]");
    mkdirSync(store);
    const found = await status(store, out);
    expect(found.store).toEqual({ dir: store, sources: [] });
    expect(found.tree).toEqual({ dir: out, fault: "index/api.json is not the one that snapshot.json names" });
  }));
