import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { parse } from "yaml";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const SCHEDULE = fileURLToPath(new URL("../../scripts/operate/", import.meta.url));
const textOf = (name: string) => readFileSync(path.join(SCHEDULE, name), "utf8");
const dir = temporaryFolder();

/** What follows `quaketree` in a line, up to where the shell does something else with it. */
function argumentsIn(line: string): string[] {
  const words = line
    .slice(line.search(/\bquaketree (?=rebuild)/))
    .split(/\s+/)
    .slice(1);
  const end = words.findIndex((word) => /^(?:2>&1|\||\|\||>.*|&&|;)$/.test(word));
  return end < 0 ? words.filter(Boolean) : words.slice(0, end);
}

/** With the folders of a machine replaced by ours. */
function here(args: readonly string[]): string[] {
  return args.map((word) => word.replace(/^\/(?:etc|var\/lib)\/quaketree\//, "").replace(/^data\//, ""));
}

/** The real command line must take them; an agency that is a file makes the run short. */
async function expectAccepted(args: readonly string[]): Promise<void> {
  expect(args[0]).toBe("rebuild");
  const { code, stderr } = await quaketree(here(args), dir);
  expect([code, stderr]).toEqual([3, expect.stringContaining("set aside (capture-unreadable)")]);
}

beforeAll(async () => {
  const feed = (name: string) => JSON.stringify({ agencies: { usgs: { feed: `file://${path.join(dir, name)}` } } });
  const { feed: make, feature } = await import("../agencies/usgs-feed.ts");
  const at = Date.now() - 60_000;
  writeFileSync(
    path.join(dir, "good.json"),
    JSON.stringify(make([feature({ properties: { time: at, updated: at } })], { generated: at })),
  );
  writeFileSync(path.join(dir, "first.config.json"), feed("good.json"));
  const first = await quaketree(["ingest", "--config", "first.config.json", "--store", "store"], dir);
  expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining("warning") });
  writeFileSync(path.join(dir, "quaketree.config.json"), feed("missing.json"));
}, 60_000);

describe("the crontab", () => {
  const lines = textOf("quaketree.crontab")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

  it("has a time, a command and no percent sign, which cron takes for a new line", () => {
    const [environment, entry, ...rest] = lines;
    expect(environment).toMatch(/^PATH=[\w/:]+$/);
    expect(entry).toMatch(/^(?:(?:\*|\d+)(?:\/\d+)? ){5}quaketree rebuild [^%]+$/);
    expect(rest).toEqual([]);
  });

  it("calls the program as it wants to be called", () => expectAccepted(argumentsIn(lines.at(-1) ?? "")));
});

const ANALYZE = "systemd-analyze";

describe("the systemd units", () => {
  const command = /^ExecStart=(.*)$/m.exec(textOf("quaketree.service"))?.[1] ?? "";
  const { systemdAnalyze } = inject("programs");

  it("call the program as it wants to be called", () => expectAccepted(argumentsIn(command)));

  it.skipIf(!systemdAnalyze)("are what systemd takes, without a warning", () => {
    const units = path.join(dir, "units");
    mkdirSync(units, { recursive: true });
    // Verify looks for the program, which is installed elsewhere here.
    const service = textOf("quaketree.service").replace(
      "ExecStart=/usr/local/bin/quaketree",
      `ExecStart=${process.execPath}`,
    );
    writeFileSync(path.join(units, "quaketree.service"), service);
    writeFileSync(path.join(units, "quaketree.timer"), textOf("quaketree.timer"));
    const verified = spawnSync(ANALYZE, ["verify", "--man=no", "quaketree.service", "quaketree.timer"], {
      cwd: units,
      encoding: "utf8",
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` },
    });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
  });

  it.skipIf(!systemdAnalyze)("start every minute", () => {
    const calendar = /^OnCalendar=(.*)$/m.exec(textOf("quaketree.timer"))?.[1] ?? "";
    const said = execFileSync(
      ANALYZE,
      ["calendar", "--iterations=3", "--base-time=2031-05-04 12:00:00 UTC", calendar],
      {
        encoding: "utf8",
        env: { ...process.env, TZ: "UTC" },
      },
    );
    expect(said.match(/12:0\d:10/g)).toEqual(expect.arrayContaining(["12:00:10", "12:01:10", "12:02:10"]));
  });
});

interface Workflow {
  on: { schedule: { cron: string }[] };
  jobs: Record<string, { steps: { uses?: string; run?: string; with?: Record<string, unknown> }[] }>;
}

describe("the workflow for GitHub Actions", () => {
  const { on, jobs } = parse(textOf("github-pages.yml")) as Workflow;
  const steps = jobs.rebuild?.steps ?? [];
  const script = steps.find(({ run }) => run !== undefined)?.run ?? "";

  it("has a schedule and steps that each do one thing", () => {
    expect(on.schedule[0]?.cron).toMatch(/^[\d,]+(?: \*){4}$/);
    expect(steps.every(({ uses, run }) => (uses === undefined) !== (run === undefined))).toBe(true);
    for (const { uses } of steps) if (uses !== undefined) expect(uses).toMatch(/^actions\/[\w/-]+@v\d+$/);
  });

  it("keeps and publishes the folders that it writes", () => {
    const args = argumentsIn(script.split("\n").find((line) => line.includes("rebuild")) ?? "");
    const [store, out] = ["--store", "--out"].map((name) => args[args.indexOf(name) + 1]);
    for (const { uses, with: given } of steps)
      if (uses?.startsWith("actions/cache/")) expect(String(given?.path).trim().split(/\s+/)).toEqual([store, out]);
    expect(steps.find(({ uses }) => uses?.startsWith("actions/upload-pages-artifact"))?.with?.path).toBe(out);
  });

  it("calls the program as it wants to be called", () =>
    expectAccepted(argumentsIn(script.split("\n").find((line) => line.includes("rebuild")) ?? "")));

  it.skipIf(!inject("programs").bash).each([
    [0, 0],
    [3, 0],
    [1, 1],
    [2, 1],
    [4, 1],
  ])("ends a run of exit code %i with %i", (code, expected) => {
    const bin = path.join(dir, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(path.join(bin, "npx"), `#!/bin/sh\nexit ${code}\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env["PATH"]}` };
    expect(spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], { env }).status).toBe(expected);
  });
});
