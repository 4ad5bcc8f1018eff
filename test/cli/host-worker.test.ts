import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runHostWorker } from "../../build/cli/host.ts";
import { ENDPOINTS } from "../../build/contract/table/endpoints.ts";
import { PIECE_BYTES } from "../../build/hosts/worker/archive.ts";
import { writeWorkerDeployment } from "../../build/publish/worker/deployment.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
const [tree, out] = [join(dir, "tree"), join(dir, "deploy")];
const assets = join(out, "assets");
const lines: string[] = [];

beforeAll(() => smallTree(tree, { packLarge: false }));
beforeEach(async () => {
  rmSync(out, { recursive: true, force: true });
  await deploy();
});

/** Runs the command, and gives what it said. */
async function deploy(name = "quakes"): Promise<void> {
  const context = { out: (line: string) => void lines.push(line), json: false } as Parameters<typeof runHostWorker>[1];
  await runHostWorker({ tree, out, name }, context);
}

function configuration() {
  return JSON.parse(readFileSync(join(out, "wrangler.jsonc"), "utf8").replace(/^\/\/.*\n/, ""));
}

describe("quaketree host worker", () => {
  it("writes a Worker, its configuration and its assets, and says how to deploy them", async () => {
    expect(readdirSync(out).toSorted()).toEqual(["assets", "worker.js", "wrangler.jsonc"]);
    const written = readdirSync(assets, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect((await writeWorkerDeployment({ tree, out })).assets).toBe(written.length - 1);
    await deploy();
    expect(configuration()).toMatchObject({
      name: "quakes",
      main: "worker.js",
      assets: { directory: "assets", binding: "ASSETS", html_handling: "auto-trailing-slash" },
    });
    expect(lines.at(-1)).toBe(`deploy with: npx wrangler deploy --config ${join(out, "wrangler.jsonc")}`);
  });

  it("sends every path of the contract to the Worker, and no page, shard or index", async () => {
    const rules: string[] = configuration().assets.run_worker_first;
    const reaches = (path: string) => rules.some((rule) => (rule.endsWith("*") ? path.startsWith(rule.slice(0, -1)) : path === rule));
    for (const { path } of ENDPOINTS) expect([path, reaches(path)]).toEqual([path, true]);
    for (const path of ["/", "/docs/", "/snapshot.json", "/shards/x.bin", "/index/api.json", "/apis/"]) {
      expect([path, reaches(path)]).toEqual([path, false]);
    }
  });

  it("uploads variants of what the Worker sends, and leaves the rest to the platform's own compression", async () => {
    expect(existsSync(join(assets, "api/v1/stats.json.br"))).toBe(true);
    expect(existsSync(join(assets, "docs/index.html"))).toBe(true);
    expect(existsSync(join(assets, "docs/index.html.br"))).toBe(false);
    // Only the Worker's archive reads pieces.
    expect(statSync(join(assets, "large.txt")).size).toBeGreaterThan(PIECE_BYTES);
  });

  it("tells the platform the headers of its files: shards for ever, the rest for a while", async () => {
    const headers = readFileSync(join(assets, "_headers"), "utf8");
    expect(headers).toMatch(/^\/\*\n {2}cache-control: public, max-age=30,/);
    expect(headers).toMatch(/\n {2}x-snapshot: [0-9a-f]{16}\n/);
    expect(headers).toContain("/shards/*\n  ! cache-control\n  cache-control: public, max-age=31536000, immutable\n");
    expect(headers).toContain("/assets/style.css\n  ! cache-control\n  cache-control: public, max-age=300,");
  });

  it("writes over what it wrote before, and over nothing else", async () => {
    writeFileSync(join(assets, "stray.txt"), "");
    await deploy();
    expect(existsSync(join(assets, "stray.txt"))).toBe(false);
    mkdirSync(join(out, "photos"));
    await expect(deploy()).rejects.toThrow("holds photos, which Quaketree did not write");
    expect(existsSync(join(out, "worker.js"))).toBe(true);
  });

  it("refuses a file that is larger than the platform takes, and leaves the former deployment", async () => {
    const folder = join(tree, "deltas/step");
    mkdirSync(folder, { recursive: true });
    const name = "20310504T120000.000Z-0123456789abcdef.delta";
    writeFileSync(join(folder, name), "");
    truncateSync(join(folder, name), 25 * 1024 ** 2);
    await deploy();
    truncateSync(join(folder, name), 25 * 1024 ** 2 + 1);
    await expect(deploy()).rejects.toMatchObject({
      code: "site-too-large",
      message: expect.stringContaining(`deltas/step/${name} has 26214401 bytes; 26214400 are allowed`),
    });
    expect(existsSync(join(out, "worker.js"))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  it.each(["Quakes", "", "-a", "a b", "a".repeat(64)])("refuses the name %j", (name) =>
    expect(deploy(name)).rejects.toMatchObject({ code: "usage" }),
  );
});
