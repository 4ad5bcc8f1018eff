import { spawnSync } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { runMetrics } from "../../build/cli/monitor/run-monitors.ts";
import { serve } from "../../build/cli/serve.ts";
import { exposition } from "../../build/platform/prometheus.ts";
import { silentReport } from "../../build/platform/report.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { makeStatus } from "../tree/make-status.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const RULES = path.join(root, "scripts/operate/quaketree.rules.yml");
const dir = temporaryFolder();
const { promtool } = inject("programs");

/** What promtool says of metrics on its standard input: nothing where they are as they should be. */
function checkMetrics(text: string): [number | null, string] {
  const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
  return [status, stdout + stderr];
}

describe.skipIf(!promtool)("promtool", () => {
  let served = "";

  beforeAll(async () => {
    await smallTree(path.join(dir, "tree"));
    const address = { port: 0, host: "127.0.0.1" };
    const context = { report: { ...silentReport, clear() {} }, now: Date.now };
    const { url, metricsUrl = "", close } = await serve({ dir: path.join(dir, "tree"), ...address, metrics: address }, context);
    await (await fetch(new URL("api/recent/", url))).text();
    served = await (await fetch(metricsUrl)).text();
    await close();
  });

  it("takes the metrics of a server", () => expect(checkMetrics(served)).toEqual([0, ""]));

  it("takes the metrics of a run", () => {
    const end = { startedAt: 1e12, finishedAt: 1e12 + 5_000, exitCode: 0, error: null, rebuilt: null, publishS: 1.5 };
    expect(checkMetrics(exposition(runMetrics(end, makeStatus())))).toEqual([0, ""]);
  });

  it("finds that each alert fires where it should, and only there", () => {
    copyFileSync(RULES, path.join(dir, "quaketree.rules.yml"));
    copyFileSync(path.join(root, "test/fixtures/operate/rules.test.yml"), path.join(dir, "rules.test.yml"));
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "rules.test.yml"], { cwd: dir, encoding: "utf8" });
    expect([status, stdout + stderr]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });

  it("finds each metric that the alerts use", () => {
    const end = { startedAt: 0, finishedAt: 0, exitCode: 0, error: null, rebuilt: null, publishS: 0 };
    const names = new Set((served + exposition(runMetrics(end, makeStatus()))).match(/^quaketree_\w+/gm));
    const used = readFileSync(RULES, "utf8").match(/quaketree_\w+/g) ?? [];
    expect(used.filter((name) => !names.has(name))).toEqual([]);
  });
});

it("docs/monitoring.md describes each alert", () => {
  const { groups } = parse(readFileSync(RULES, "utf8")) as { groups: { rules: { alert: string }[] }[] };
  const text = readFileSync(path.join(root, "docs/monitoring.md"), "utf8");
  const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
  expect([...text.matchAll(/^\| `(Quaketree\w+)`/gm)].map(([, name]) => name)).toEqual(alerts);
});
