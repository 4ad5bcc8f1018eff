import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keygen, signerOf } from "../../build/cli/keygen.ts";
import { status } from "../../build/cli/monitor/read-status.ts";
import { serve } from "../../build/cli/serve.ts";
import { verifyPublished } from "../../build/cli/verify.ts";
import type { Serving } from "../../build/cli/workers.ts";
import { silentReport } from "../../build/platform/report.ts";
import { portOf, withServer } from "../hosts/ask.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { quaketree, start } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { filesUnder } from "../tree/tree-files.ts";

const dir = temporaryFolder();
const dist = join(dir, "dist");
const report = { ...silentReport, clear() {} };
const run = (...args: string[]) => quaketree(args, dir);
let host: Serving;

beforeAll(async () => {
  keygen(join(dir, "key"));
  const signer = signerOf(join(dir, "key"), {});
  await smallTree(dist, { packLarge: false, ...(signer && { signer }) });
  host = await serve({ dir: dist, port: 0, host: "127.0.0.1" }, { report, now: Date.now });
});
afterAll(() => host.close());

describe("mirror", () => {
  it("copies a tree from a Quaketree host, signature and all, and the copy serves with the same command", async () => {
    const { code, stdout } = await run("mirror", host.url, "copy", "--verify-key", "key.pub");
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^copy now has snapshot \w{16}, number 1, as of /)]);
    expect(filesUnder(join(dir, "copy"))).toEqual(filesUnder(dist));
    const serving = await serve({ dir: join(dir, "copy"), port: 0, host: "127.0.0.1" }, { report, now: Date.now });
    expect(await (await fetch(`${serving.url}api/recent/`)).json()).toMatchObject({ name: "recent" });
    await serving.close();
  });

  it("says in JSON what it did, and nothing twice", async () => {
    const { code, stdout, stderr } = await run("mirror", "dist", "json", "--json");
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({ dir: "json", from: "dist", changed: true, stale_since: null });
    expect(JSON.parse((await run("mirror", "dist", "json", "--json")).stdout)).toMatchObject({
      changed: false,
      fetched: { files: 0, bytes: 0 },
    });
  });

  it("ends with 3 if the origin has had nothing new for longer than its publisher promises", async () => {
    await smallTree(join(dir, "late"), { packLarge: false });
    const record = JSON.parse(readFileSync(join(dir, "late/snapshot.json"), "utf8")) as object;
    writeFileSync(join(dir, "late/snapshot.json"), JSON.stringify({ ...record, stale_after_s: 900 }));
    const { code, stderr } = await run("mirror", "late", "late-copy");
    expect(code).toBe(3);
    expect(stderr).toMatch(/warning: the newest snapshot at late has been stale since 2018-02-07T10:35:30\.456Z/);
  });

  it("ends with 1 and one line if it is refused, and leaves no folder", async () => {
    keygen(join(dir, "other"));
    const { code, stderr, stdout } = await run("mirror", host.url, "refused", "--verify-key", "other.pub");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^quaketree: snapshot\.json is signed with key \w{16}, not with \w{16} \(.*--verify-key\)$/m);
    expect(Object.keys(filesUnder(dir)).filter((path) => path.startsWith("refused"))).toEqual([]);
  });

  it.each([
    [["ftp://quakes.example/", "x"], /is not the address of a tree/],
    [["s3:quakes", "x"], /is not the address of a tree/],
    [["https://me:secret@quakes.example/", "x"], /"https:\/\/quakes\.example\/" is not the address/],
    [["dist", "x", "--max-bytes", "many"], /--max-bytes.*number of bytes/],
    [["dist", "x", "--watch", "--every", "0"], /--every.*whole number of seconds/],
  ] as const)("%j is a mistake in the command line", async (args, line) => {
    const { code, stderr } = await run("mirror", ...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(line)]);
  });

  it("refuses a tree beyond the limit", async () => {
    const { code, stderr } = await run("mirror", "dist", "tiny", "--max-bytes", "10kB");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/has more than 10000 bytes \(--max-bytes/)]);
  });

  it("--watch copies each new tree, keeps the copy during errors, and ends on a signal", async () => {
    await smallTree(join(dir, "moving"), { packLarge: false });
    const running = start(["mirror", "moving", "watched", "--watch", "--every", "1"], dir);
    await running.line(/^watched now has snapshot .*, number 1,/);
    let told = "";
    running.child.stderr?.on("data", (part: Buffer) => void (told += part));
    rmSync(join(dir, "moving/snapshot.json"));
    await expect.poll(() => told).toMatch(/warning: .*snapshot\.json is not there/);
    rmSync(join(dir, "moving"), { recursive: true });
    await smallTree(join(dir, "moving"), { packLarge: false });
    await smallTree(join(dir, "moving"), { packLarge: false, version: "2" });
    await running.line(/^watched now has snapshot .*, number 2,/);
    running.child.kill("SIGTERM");
    const { code, stderr } = await running.ended;
    expect(code).toBe(0);
    expect(stderr.match(/warning: .*snapshot\.json is not there/g)?.length).toBe(1);
    expect(filesUnder(join(dir, "watched"))).toEqual(filesUnder(join(dir, "moving")));
  });
});

describe("status of a copy", () => {
  it("says how old, how complete and by whom signed it is", async () => {
    await run("mirror", "dist", "told");
    const { code, stdout } = await run("status", "told");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^tree told: snapshot \w{16}, number 1, as of 2018-/);
    expect(stdout).toMatch(/complete: it has every file of its index/);
    expect(stdout).toMatch(/signed with key \w{16}/);
    expect(stdout).not.toMatch(/^store/m);
    writeFileSync(join(dir, "told/api.json"), "cut");
    rmSync(join(dir, "told/index.html"));
    const { tree } = await status(undefined, join(dir, "told"));
    expect(tree).toMatchObject({ missing: 2, stale_after: null, fetched: null });
  });
});

describe("verify of an address", () => {
  it("looks at every byte if it is published, and at who signed it", async () => {
    const context = { report, now: Date.now };
    const { faults, files } = await verifyPublished(host.url, context);
    expect(faults.filter(({ kind }) => kind !== "content")).toEqual([]);
    expect(files).toBeGreaterThan(10);
    const { code, stderr } = await run("verify", host.url, "--verify-key", "other.pub");
    expect([code, stderr]).toEqual([1, expect.stringMatching(/is signed with key/)]);
  });

  it("names what is missing, changed or endless", async () => {
    const files = createServer((request, response) => {
      const path = (request.url ?? "").slice(1).split("?")[0] ?? "";
      if (path === "index.html" || !existsSync(join(dist, path))) return response.writeHead(404).end();
      const bytes = readFileSync(join(dist, path));
      if (path === "assets/style.css") return response.end("main{margin:1}");
      return response.end(path === "api.json" ? Buffer.concat([bytes, bytes]) : bytes);
    });
    await withServer(files, async (server) => {
      const { ok, faults } = await verifyPublished(`http://127.0.0.1:${portOf(server)}/`, { report, now: Date.now });
      expect(ok).toBe(false);
      expect(Object.fromEntries(faults.filter(({ kind }) => kind !== "content").map(({ path, kind }) => [path, kind]))).toEqual({
        "index.html": "missing",
        "assets/style.css": "changed",
        "api.json": "changed",
      });
    });
  });
});
