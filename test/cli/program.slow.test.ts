import { execFile } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { portOf, withServer } from "../hosts/ask.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { type Ended, quaketree, start } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
const run = (...args: string[]) => quaketree(args, dir);

beforeAll(async () => {
  await smallTree(join(dir, "small"));
  mkdirSync(join(dir, "mine"));
  writeFileSync(join(dir, "mine/thesis.txt"), "three years of work");
  writeFileSync(join(dir, "wrong.json"), '{"prot": 8080}');
  writeFileSync(join(dir, "cut.json"), '{"port": ');
  writeFileSync(join(dir, "to.json"), '{"publish": {"target": "s3:/x"}}');
  writeFileSync(join(dir, "page.html"), "<html>sorry</html>");
  const feed = new URL(`file://${join(dir, "page.html")}`).href;
  writeFileSync(join(dir, "page.json"), JSON.stringify({ agencies: { usgs: { feed } } }));
});

/** One line on stderr, without a stack, and nothing on stdout. */
function expectOneLine({ code, stdout, stderr }: Ended, exit: number, line: RegExp): void {
  expect(stderr).toMatch(line);
  expect(
    stderr
      .trimEnd()
      .split("\n")
      .filter((one) => one.startsWith("quaketree: ")),
  ).toHaveLength(1);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(stdout).toBe("");
  expect(code).toBe(exit);
}

describe("help", () => {
  it.each(["ingest", "build", "serve", "verify", "mirror", "host", "status", "start"])(
    "of %s tells what it does, its options and an example",
    async (command) => {
      const { code, stdout, stderr } = await run(command, "--help");
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toMatch(/^Usage: quaketree \w+ \[options\]/);
      expect(stdout).toContain("(default: ");
      expect(stdout).toContain(`Example:\n  $ quaketree ${command}`);
    },
  );

  it("lists all commands, and the version is that of the package", async () => {
    const { code, stdout } = await run("--help");
    expect(code).toBe(0);
    for (const command of ["ingest", "build", "serve", "verify", "mirror", "keygen", "host", "status", "start"])
      expect(stdout).toMatch(new RegExp(`^  ${command} `, "m"));
    expect((await run("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe("a mistake in the command line is one line and exit code 2", () => {
  it.each([
    [["bild"], /unknown command 'bild'.*Did you mean build/],
    [["build", "--nope"], /unknown option '--nope'/],
    [["serve", "--port", "http"], /--port.*'http'.*whole number from 0 to 65535/],
    [["serve", "--port", "65536"], /whole number from 0 to 65535/],
    [["serve", "a", "b"], /too many arguments/],
    [["build", "--out"], /argument missing/],
    [["host", "apache"], /'apache'.*nginx, nginx-ids, cloudfront, cloudformation, netlify/],
    [["host", "nginx", "--tree", "small", "--listen", "80;"], /--listen is "80;".*address:port/],
    [["host", "nginx", "--tree", "small", "--proxy", "http://127.0.0.1/api"], /--proxy is .*use an address such as/],
    [["host", "nginx", "--tree", "small", "--listen", "99999"], /--listen is "99999" \(use a port from 1 to 65535/],
    [["mirror", "small", "copy", "--every", "5"], /--every is given without --watch/],
    [["status", "small", "--store", "x"], /a folder is given with --store, --out or --config/],
    [["rebuild", "--publish", "http://x"], /"http:\/\/x" is not a target/],
    [["rebuild", "--config", "to.json"], /"s3:\/x" is not a target/],
    [["host", "nginx", "--tree", "$x"], /cannot be written into a configuration/],
  ] as const)("%j", async (args, line) => expectOneLine(await run(...args), 2, line));

  it("also if it is in the environment", async () => {
    expectOneLine(await quaketree(["serve", "small"], dir, { PORT: "eighty" }), 2, /PORT is "eighty" \(use a whole number/);
  });
});

describe("what a person can mend is one line that says how, and exit code 1", () => {
  it.each([
    [["serve", "nowhere"], /there is no tree at nowhere \(run `quaketree build` first\)/],
    [["verify", "nowhere"], /there is no tree at nowhere/],
    [["serve", "mine"], /there is no tree at mine/],
    [["build", "--config", "nowhere.json"], /there is no configuration file nowhere.json/],
    [["build", "--config", "wrong.json"], /wrong.json: prot is unknown \(did you mean port\?\)/],
    [["serve", "small", "--config", "cut.json"], /cut.json is not JSON/],
    [["serve", "small", "--port", "0", "--host", "192.0.2.1"], /192.0.2.1 is not an address of this machine/],
    [["build", "--out", "mine"], /mine holds files that are not a tree \(choose another folder/],
    [["build", "--out", "mine/thesis.txt/dist"], /cannot write .*a part of its path is a file/],
    [["build", "--out", "/proc/dist"], /cannot write \/proc\/dist/],
  ] as const)("%j", async (args, line) => {
    const ended = await run(...args);
    expectOneLine(ended, 1, line);
    expect(readdirSync(join(dir, "mine"))).toEqual(["thesis.txt"]);
  });

  it("a first ingest that gets no answer: a build of this store is of the embedded data, and says so", async () => {
    const { code, stdout, stderr } = await run("ingest", "--config", "page.json", "--store", "store");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^usgs: rejected; the store is as it was; 0 records\n$/);
    expect(stderr).toMatch(/^warning: usgs: rejected \(capture-malformed\): .*page\.html/m);
    expect(stderr).toMatch(/^quaketree: no agency has answered yet.*`quaketree start` shows the embedded data\)$/m);
    const built = await run("build", "--store", "store", "--out", "first", "--event-pages", "none");
    expect([built.code, built.stderr.match(/^warning:.*$/gm)]).toEqual([0, [expect.stringMatching(/store store has no data yet.*ingest/)]]);
    expect((await run("rebuild", "--config", "page.json", "--store", "store", "--out", "second")).code).toBe(1);
  });

  it("a port in use", () =>
    withServer(createServer(), async (server) => {
      const port = portOf(server);
      expectOneLine(await run("serve", "small", "--port", String(port)), 1, new RegExp(`port ${port} is in use \\(choose another`));
    }));

  it("shows the stack with --debug, before or after the command", async () => {
    for (const args of [
      ["--debug", "serve", "nowhere"],
      ["serve", "nowhere", "--debug"],
    ]) {
      const { code, stderr } = await run(...args);
      expect(stderr).toMatch(/^quaketree: there is no tree/);
      expect(stderr).toMatch(/^\s+at /m);
      expect(code).toBe(1);
    }
  });
});

describe("serve", () => {
  it.each(["SIGINT", "SIGTERM"] as const)("says where to look, answers, and ends with exit code 0 at %s", async (signal) => {
    const running = start(["serve", "small", "--port", "0"], dir);
    const first = await running.line(/^Quaketree serves small \(snapshot [0-9a-f]{16}, as of 2018-02-07T10:20:30.456Z\) at http:/);
    const url = first.slice(first.indexOf("http:"));
    const answer = await fetch(new URL("api/v1/stats/", url));
    expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([200, "stats"]);
    running.child.kill(signal);
    const { code, stdout, stderr } = await running.ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .slice(1)
        .filter((line) => line.startsWith(`  ${url}`)),
    ).toHaveLength(6);
  });

  it("takes its port from PORT if it is not said otherwise", async () => {
    const port = await withServer(createServer(), async (server) => portOf(server));
    const running = start(["serve", "small"], dir, { PORT: String(port) });
    expect(await running.line(/^Quaketree serves/)).toContain(`:${port}/`);
    running.child.kill("SIGTERM");
    expect((await running.ended).code).toBe(0);
  });
});

describe("output", () => {
  it("ends without a message when its reader has closed the pipe", async () => {
    const program = fileURLToPath(new URL("../../build/quaketree.js", import.meta.url));
    const command = `"${process.execPath}" "${program}" status --out small | true`;
    const stderr = await new Promise((resolve) => execFile("sh", ["-c", command], { cwd: dir }, (_, __, text) => resolve(text)));
    expect(stderr).toBe("");
  });

  it("is JSON alone with --json", async () => {
    const { code, stdout, stderr } = await run("status", "--json", "--out", "small");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ store: null, tree: { dir: "small", sequence: 1 } });
  });
});

it("start builds from nothing and serves, and a second build finds nothing to change", async () => {
  const running = start(["start", "--out", "begun", "--port", "0"], dir);
  const line = await running.line(/^Quaketree serves begun/);
  const url = line.slice(line.indexOf("http:"));
  const recent = await fetch(new URL("api/recent/?limit=1", url));
  expect(((await recent.json()) as { earthquakes: unknown[] }).earthquakes).toHaveLength(1);
  running.child.kill("SIGTERM");
  const ended = await running.ended;
  expect(ended.code).toBe(0);
  expect(ended.stdout).toMatch(/^built begun from the embedded data in [\d.]+ s: snapshot /);
  const again = await run("build", "--out", "begun", "--json");
  expect([again.code, again.stderr]).toEqual([0, ""]);
  expect(JSON.parse(again.stdout)).toMatchObject({ source: "embedded", written: 0, removed: 0, snapshot: { sequence: 1 } });
  const verified = await run("verify", "begun");
  expect(verified.stdout).toMatch(/^begun is sound: /);
  expect(verified.code).toBe(0);
});
