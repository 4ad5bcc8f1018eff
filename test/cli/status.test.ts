import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { CliContext } from "../../build/cli/context.ts";
import { runStatus, status } from "../../build/cli/status.ts";
import { silentReport } from "../../build/platform/report.ts";
import { statusPage } from "../../build/site/views/status.ts";
import type { Outcome } from "../../build/store/agency.ts";
import { noteOutcome } from "../../build/store/run-notes.ts";
import { writeStatusFiles } from "../../build/tree/status-files.ts";
import { AS_OF, smallTree } from "../hosts/small-tree.ts";
import { ENGLISH } from "../site/english.ts";
import { makeStatus } from "../tree/make-status.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";

const OUTCOME: Outcome = {
  agency: "usgs",
  outcome: "taken-in",
  addresses: ["https://example.org/feed.geojson"],
  asOf: Date.parse(AS_OF),
  records: 7,
  changes: [],
  setAside: [],
  leftOut: {},
  doubtful: {},
};
const ASKED_AT = Date.parse(AS_OF) + 60_000;

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
    await noteOutcome(store, OUTCOME, ASKED_AT);
    const { snapshot } = await smallTree(out);
    const found = await status(store, out);
    expect(found.store).toMatchObject({
      sources: [{ id: "usgs", as_of: AS_OF, records: 7, answered_at: new Date(ASKED_AT).toISOString() }],
    });
    expect(found.tree).toMatchObject({ snapshot: snapshot.id, sequence: 1, as_of: AS_OF });
    const said = (await lines(store, out)).join("\n");
    expect(said).toContain(
      `as of ${AS_OF}, 1 hour old; last good answer ${new Date(ASKED_AT).toISOString()}, 59 minutes old`,
    );
    expect(said).toContain(`snapshot ${snapshot.id}, number 1, as of ${AS_OF}, 1 hour old`);
    expect(said).toMatch(/\d+ files, [\d.]+ MB, of which \d+ shards/);
  }));

it("says what was set aside, and how the last run went", () =>
  inTemporaryFolder(async (dir) => {
    const [store, out] = [join(dir, "store"), join(dir, "dist")];
    await noteOutcome(store, OUTCOME, ASKED_AT);
    const setAside = [{ what: "https://example.org/x", code: "capture-stale", reason: "it is old" }];
    await noteOutcome(store, { ...OUTCOME, outcome: "set-aside", setAside }, ASKED_AT + 60_000);
    await smallTree(out);
    const run = makeStatus({ sources: makeStatus().sources.map((source) => ({ ...source, fresh: false })) });
    await writeStatusFiles(out, { json: JSON.stringify(run), page: statusPage(run, ENGLISH) });
    expect((await status(store, out)).tree).toMatchObject({ status: run });
    const said = (await lines(store, out)).join("\n");
    expect(said).toContain("set aside (capture-stale): it is old");
    expect(said).toMatch(/last rebuild: done, 2031-05-04T12:00:04.000Z, .*; stale then: usgs/);
    writeFileSync(join(out, "status.json"), "{}");
    expect((await status(store, out)).tree).toMatchObject({ fault: expect.stringContaining("is not a status") });
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
