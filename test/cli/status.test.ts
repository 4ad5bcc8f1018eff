import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { status } from "../../build/cli/monitor/read-status.ts";
import { runStatus } from "../../build/cli/status.ts";
import { noteOutcome } from "../../build/store/run-notes.ts";
import { AS_OF, smallTree } from "../hosts/small-tree.ts";
import { makeOutcome } from "../store/make-outcome.ts";
import { sectionPath } from "../tree/forge.ts";
import { makeStatus, writeStatus } from "../tree/make-status.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { recordedContext } from "./recorded-context.ts";

const OUTCOME = makeOutcome({ asOf: Date.parse(AS_OF) });
const ASKED_AT = Date.parse(AS_OF) + 60_000;

async function lines(store: string, out: string): Promise<string[]> {
  const { context, lines: reported } = recordedContext(() => Date.parse(AS_OF) + 3_600_000);
  await runStatus({ store, out }, context);
  return reported;
}

it("says that there is neither, and how to make each", () =>
  inTemporaryFolder(async (dir) => {
    expect(await status(join(dir, "store"), join(dir, "dist"))).toEqual({ store: null, tree: null });
    const [store, tree] = await lines(join(dir, "store"), join(dir, "dist"));
    expect(store).toMatch(/: none; `quaketree ingest` creates it/);
    expect(tree).toMatch(/: none; `quaketree build` creates it/);
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
    const reported = (await lines(store, out)).join("\n");
    expect(reported).toContain(`as of ${AS_OF}, 1 hour old; last good answer ${new Date(ASKED_AT).toISOString()}, 59 minutes old`);
    expect(reported).toContain(`snapshot ${snapshot.id}, number 1, as of ${AS_OF}, 1 hour old`);
    expect(reported).toMatch(/\d+ files, [\d.]+ MB, of which \d+ shards/);
  }));

it("says what was rejected, and how the last run went", () =>
  inTemporaryFolder(async (dir) => {
    const [store, out] = [join(dir, "store"), join(dir, "dist")];
    await noteOutcome(store, OUTCOME, ASKED_AT);
    const rejected = [{ what: "https://example.org/x", code: "capture-stale", reason: "it is old" }];
    await noteOutcome(store, { ...OUTCOME, outcome: "rejected", rejected }, ASKED_AT + 60_000);
    await smallTree(out);
    const run = makeStatus({ sources: makeStatus().sources.map((source) => ({ ...source, fresh: false })) });
    await writeStatus(out, run);
    expect((await status(store, out)).tree).toMatchObject({ status: run });
    const reported = (await lines(store, out)).join("\n");
    expect(reported).toContain("rejected (capture-stale): it is old");
    expect(reported).toMatch(/last rebuild: done, 2031-05-04T12:00:04.000Z, .*; stale then: usgs/);
    writeFileSync(join(out, "status.json"), "{}");
    expect((await status(store, out)).tree).toMatchObject({ fault: expect.stringContaining("is malformed") });
  }));

it("says what cannot be read, and goes on", () =>
  inTemporaryFolder(async (dir) => {
    const [store, out] = [join(dir, "store"), join(dir, "dist")];
    await smallTree(out);
    const damaged = sectionPath(out, "api");
    writeFileSync(join(out, damaged), "[]");
    mkdirSync(store);
    const found = await status(store, out);
    expect(found.store).toEqual({ dir: store, sources: [], gone_receivers: [] });
    expect(found.tree).toEqual({ dir: out, fault: `${damaged} does not have the hash that snapshot.json states` });
  }));

/** What the check of a tree says at an instant, with its exit code. */
async function checked(out: string, now: number): Promise<{ code: number; problems: string[] }> {
  const recorded = recordedContext(() => now, true);
  await runStatus({ store: undefined, out }, recorded.context, { check: true });
  const { check } = JSON.parse(recorded.lines.join("\n")) as {
    check: { exit_code: number; problems: { kind: string; message: string }[] };
  };
  expect(check.exit_code).toBe(recorded.code);
  return { code: recorded.code, problems: check.problems.map(({ kind, message }) => `${kind}: ${message}`) };
}

describe("--check", () => {
  const FINISHED = Date.parse("2031-05-04T12:00:04.000Z");

  it("is 0 if all is sound and current, 3 as soon as a source or the rebuilds are late", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "dist");
      await smallTree(out);
      await writeStatus(out, makeStatus());
      expect(await checked(out, FINISHED)).toEqual({ code: 0, problems: [] });
      const late = await checked(out, FINISHED + 900_000);
      expect(late).toMatchObject({
        code: 3,
        problems: [expect.stringContaining("rebuilds have stopped"), expect.stringContaining("usgs")],
      });
      await writeStatus(out, makeStatus({ run: { ...makeStatus().run, outcome: "failed", exit_code: 1 } }));
      expect(await checked(out, FINISHED)).toMatchObject({ code: 3, problems: [expect.stringContaining("failed")] });
    }));

  it("is 3 if the clock is behind the data", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "dist");
      await smallTree(out);
      expect(await checked(out, Date.parse(AS_OF) - 3_600_000)).toMatchObject({
        code: 3,
        problems: [expect.stringContaining("in the future")],
      });
    }));

  it("is 1 if there is no tree, it cannot be read, or files are missing", () =>
    inTemporaryFolder(async (dir) => {
      const out = join(dir, "dist");
      expect(await checked(out, FINISHED)).toMatchObject({ code: 1, problems: ["unsound: there is no tree"] });
      await smallTree(out);
      rmSync(join(out, "api/recent.json"));
      expect(await checked(out, FINISHED)).toMatchObject({ code: 1, problems: [expect.stringMatching(/^unsound: 1 files/)] });
      writeFileSync(join(out, "snapshot.json"), "{");
      expect((await checked(out, FINISHED)).code).toBe(1);
    }));
});
