import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  expect([code, stderr]).toEqual([3, expect.stringContaining("rejected (capture-unreadable)")]);
}

beforeAll(async () => {
  const feed = (name: string) => JSON.stringify({ agencies: { usgs: { feed: `file://${path.join(dir, name)}` } } });
  const { feed: make, feature } = await import("../agencies/usgs-feed.ts");
  const at = Date.now() - 60_000;
  writeFileSync(path.join(dir, "good.json"), JSON.stringify(make([feature({ properties: { time: at, updated: at } })], { generated: at })));
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
const UNITS = ["quaketree.service", "quaketree.timer", "quaketree-serve.service"];
/** Of `systemd-analyze security`, from 0 to 100. */
const MAX_EXPOSED = 15;

describe("the systemd units", () => {
  const command = /^ExecStart=(.*)$/m.exec(textOf("quaketree.service"))?.[1] ?? "";
  const { systemdAnalyze } = inject("programs");

  it("call the program as it wants to be called", () => expectAccepted(argumentsIn(command)));

  it.skipIf(!systemdAnalyze)("are what systemd takes, without a warning", () => {
    const units = path.join(dir, "units");
    mkdirSync(units, { recursive: true });
    // Verify looks for the program, which is installed elsewhere here.
    for (const unit of UNITS) {
      const text = textOf(unit).replace("ExecStart=/usr/local/bin/quaketree", `ExecStart=${process.execPath}`);
      writeFileSync(path.join(units, unit), text);
    }
    const verified = spawnSync(ANALYZE, ["verify", "--man=no", ...UNITS], {
      cwd: units,
      encoding: "utf8",
      env: { ...process.env, SYSTEMD_UNIT_PATH: `${units}:` },
    });
    expect([verified.status, verified.stderr]).toEqual([0, ""]);
  });

  it.skipIf(!systemdAnalyze).each(UNITS.filter((unit) => unit.endsWith(".service")))("%s is hardened", (unit) => {
    const options = ["--offline=true", "--no-pager", `--threshold=${MAX_EXPOSED}`];
    const { status, stdout } = spawnSync(ANALYZE, ["security", ...options, path.join(SCHEDULE, unit)], { encoding: "utf8" });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/Overall exposure level/)]);
  });

  it("serve as the program takes it, beside the rebuild", async () => {
    const words = /^ExecStart=\S+ serve (.*)$/m.exec(textOf("quaketree-serve.service"))?.[1]?.split(" ") ?? [];
    const [folder = "", ...options] = words;
    expect(command).toContain(` --out ${folder}`);
    const { code, stderr } = await quaketree(["serve", path.join(dir, "nothing"), ...options], dir);
    expect([code, stderr]).toEqual([1, expect.stringContaining("there is no tree")]);
  });

  it.skipIf(!systemdAnalyze)("start every minute", () => {
    const calendar = /^OnCalendar=(.*)$/m.exec(textOf("quaketree.timer"))?.[1] ?? "";
    const said = execFileSync(ANALYZE, ["calendar", "--iterations=3", "--base-time=2031-05-04 12:00:00 UTC", calendar], {
      encoding: "utf8",
      env: { ...process.env, TZ: "UTC" },
    });
    expect(said.match(/12:0\d:10/g)).toEqual(expect.arrayContaining(["12:00:10", "12:01:10", "12:02:10"]));
  });
});

interface Step {
  id?: string;
  uses?: string;
  run?: string;
  with?: Record<string, unknown>;
}

describe("the workflow for GitHub Actions", () => {
  interface Workflow {
    on: { schedule: { cron: string }[] };
    jobs: Record<string, { steps: Step[] }>;
  }
  const workflow = parse(textOf("github-pages.yml")) as Workflow;
  const steps = workflow.jobs["rebuild"]?.steps ?? [];
  const action = parse(textOf("action.yml")) as {
    inputs: object;
    outputs: Record<string, { value: string }>;
    runs: { using: string; steps: Step[] };
  };
  const script = action.runs.steps.find(({ run }) => run !== undefined)?.run ?? "";

  it("has a schedule and steps that each do one thing", () => {
    expect(workflow.on.schedule[0]?.cron).toMatch(/^[\d,]+(?: \*){4}$/);
    expect(action.runs.using).toBe("composite");
    const all = [...steps, ...action.runs.steps];
    expect(all.every(({ uses, run }) => (uses === undefined) !== (run === undefined))).toBe(true);
    for (const { uses = "actions/a@v1" } of all) expect(uses).toMatch(/^actions\/[\w/-]+@v\d+$|^\.\/\.github\/actions\/quaketree$/);
  });

  it("gives the action inputs that it has, and publishes the folder that the action makes", () => {
    const used = steps.find(({ uses }) => uses?.startsWith("./"));
    for (const name of Object.keys(used?.with ?? {})) expect(Object.keys(action.inputs)).toContain(name);
    const upload = steps.find(({ uses }) => uses?.startsWith("actions/upload-pages-artifact"));
    expect(upload?.with?.["path"]).toBe(`\${{ steps.${used?.id}.outputs.site }}`);
    expect(script).toContain(`publish dist ${action.outputs["site"]?.value} --for github-pages`);
  });

  it("keeps the folders that it writes", () => {
    const args = (script.split("\n").find((line) => line.includes("quaketree rebuild")) ?? "").split(/\s+/);
    const [store, out] = ["--store", "--out"].map((name) => args[args.indexOf(name) + 1]);
    const caches = action.runs.steps.filter(({ uses }) => uses?.startsWith("actions/cache/"));
    expect(caches).toHaveLength(2);
    for (const { with: given } of caches) expect(String(given?.["path"]).trim().split(/\s+/)).toEqual([store, out]);
  });

  /** The script of the action in a folder, with an installation that does nothing and a program that does what a test wants. */
  function runScript(program: string) {
    const bin = path.join(temporaryFolder(), "bin");
    mkdirSync(bin);
    writeFileSync(path.join(bin, "npm"), '#!/bin/sh\necho "$@"\n', { mode: 0o755 });
    writeFileSync(path.join(bin, "quaketree"), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    const output = path.join(bin, "output");
    const own = {
      QUAKETREE_PACKAGE: "./quaketree.tgz",
      QUAKETREE_CONFIG: "quaketree.config.json",
      QUAKETREE_PING: "",
      QUAKETREE_SIGN_KEY: "",
    };
    const env = { ...process.env, ...own, PATH: `${bin}:${process.env["PATH"]}`, GITHUB_OUTPUT: output };
    const options = { env, cwd: dir, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync("bash", ["-e", "-o", "pipefail", "-c", script], options);
    return { status, stderr, calls: stdout.trim().split("\n"), output: readFileSync(output, "utf8") };
  }

  it.skipIf(!inject("programs").bash).each([
    [0, 0],
    [3, 0],
    [1, 1],
    [2, 1],
    [4, 1],
  ])("ends a run of exit code %i with %i, and publishes what is good", (code, expected) => {
    const { status, calls, output } = runScript(`echo "$@"; case "$*" in *rebuild*) exit ${code};; esac`);
    expect([status, output]).toEqual([expected, `code=${code}\n`]);
    expect(calls[0]).toBe("install --global --omit=dev --no-audit --no-fund ./quaketree.tgz");
    expect(calls.slice(2)).toEqual(expected === 0 ? ["publish dist site --for github-pages"] : []);
  });

  it.skipIf(!inject("programs").bash)("makes a site without compressed copies, and with a page for what is not found", () => {
    cpSync(path.join(dir, "store"), path.join(dir, "data/store"), { recursive: true });
    const program = fileURLToPath(new URL("../../build/quaketree.js", import.meta.url));
    const { status, output } = runScript(`exec "${process.execPath}" "${program}" "$@"`);
    expect([status, output]).toEqual([0, "code=3\n"]);
    const files = readdirSync(path.join(dir, "site"), { recursive: true, encoding: "utf8" });
    expect(files).toEqual(expect.arrayContaining(["404.html", ".nojekyll", "index.html", "snapshot.json"]));
    // What is compressed lies there for itself, such as `data/earthquakes.csv.gz`.
    const variants = files.filter((name) => /\.(?:br|gz)$/.test(name) && files.includes(name.replace(/\.\w+$/, "")));
    expect(variants).toEqual([]);
  });
});

describe("the container", () => {
  interface Service {
    command: string[];
    volumes: string[];
    healthcheck: { test: string[] };
  }
  const root = fileURLToPath(new URL("../../", import.meta.url));
  const { services } = parse(readFileSync(path.join(root, "compose.yaml"), "utf8")) as { services: Record<string, Service> };
  const dockerfile = readFileSync(path.join(root, "Dockerfile"), "utf8");

  it("has a rebuild that writes the volume and a server that reads it", () => {
    expect(services["rebuild"]?.volumes).toEqual(["data:/data"]);
    expect(services["serve"]?.volumes).toEqual(["data:/data:ro"]);
    expect(dockerfile).toMatch(/^WORKDIR \/data$/m);
  });

  it.each(["rebuild", "serve"])("calls %s as the program wants to be called", async (name) => {
    const [command, ...args] = services[name]?.command ?? [];
    expect(command).toBe(name);
    // Commander refuses what it does not know before anything else happens.
    const { code, stdout } = await quaketree([name, ...args, "--help"], dir, { QUAKETREE_PING: "" });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`quaketree ${name}`)]);
  });

  it("sends no work of this machine to the build", () => {
    const ignored = readFileSync(path.join(root, ".dockerignore"), "utf8").split("\n");
    expect(ignored).toEqual(expect.arrayContaining([".git", "**/node_modules", "data/store", "dist"]));
  });
});
