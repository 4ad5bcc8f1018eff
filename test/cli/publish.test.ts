import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkTarget, type PublishCommand, publish } from "../../build/cli/publish.ts";
import { verifyPublished } from "../../build/cli/verify.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { BUCKET, type ObjectStore, startObjectStore } from "../publish/object-store.ts";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { forgeRecord } from "../tree/forge.ts";
import { makeStatus } from "../tree/make-status.ts";
import { mirror } from "../tree/mirroring.ts";
import { filesUnder } from "../tree/tree-files.ts";

const root = temporaryFolder();
const NOW = Date.parse("2018-02-08T00:00:00.000Z");
const report = { step() {}, progress() {}, warn() {}, clear() {} };
let store: ObjectStore;
let tree = "";
let made = 0;
beforeAll(async () => {
  store = await startObjectStore(join(root, "store"));
});
afterAll(() => store.close());
beforeEach(async () => {
  store.behave();
  tree = join(root, `tree-${++made}`);
  await smallTree(tree);
});

function run(to: string, more: Partial<PublishCommand> = {}) {
  return publish({ tree, to, ...more }, { report, env: store.env, now: () => NOW });
}

function writeStatus(): void {
  mkdirSync(join(tree, "status"), { recursive: true });
  writeFileSync(join(tree, "status.json"), JSON.stringify(makeStatus()));
  writeFileSync(join(tree, "status/index.html"), "<!doctype html>\n<html></html>\n");
}

/** The tree is lost; a publisher had numbered it higher than one that is built anew. */
async function lose(to: string, version?: string, asOf?: string): Promise<void> {
  forgeRecord(tree, (record) => void (record.sequence = 7));
  await run(to);
  rmSync(tree, { recursive: true });
  await smallTree(tree, { ...(version !== undefined && { version }), ...(asOf !== undefined && { asOf }) });
}

describe("publish to a folder", () => {
  it("makes it the tree to the byte, variants and status included, and again when the tree is another", async () => {
    const to = join(root, `www-${made}`);
    writeStatus();
    expect(await run(to)).toMatchObject({ changed: true, snapshot: { sequence: 1 } });
    expect(filesUnder(to)).toEqual(filesUnder(tree));
    expect((await verifyTree(to)).faults).toEqual([]);
    expect(await run(to)).toMatchObject({ changed: false, sent: 0 });
    await smallTree(tree, { version: "2", asOf: "2018-02-07T11:20:30.456Z" });
    writeStatus();
    const large = statSync(join(to, "assets/style.css")).ino;
    expect(await run(to)).toMatchObject({ changed: true, snapshot: { sequence: 2 } });
    expect(filesUnder(to)).toEqual(filesUnder(tree));
    // What did not change is the very file that was there.
    expect(statSync(join(to, "assets/style.css")).ino).toBe(large);
  });

  it("keeps earlier snapshots for the given time", async () => {
    const to = join(root, `www-${made}`);
    const next = (version: string, keepSnapshots?: number) =>
      smallTree(tree, { version, asOf: `2018-02-07T1${version}:20:30.456Z` }).then(() => run(to, { keepSnapshots }));
    await run(to);
    await next("1", 0);
    expect(existsSync(join(to, "pins"))).toBe(false);
    await next("2");
    expect(existsSync(join(to, "pins"))).toBe(true);
    await next("3", 0);
    expect(existsSync(join(to, "pins"))).toBe(false);
  });

  it("refuses to go back, a folder of something else, and the tree itself", async () => {
    const to = join(root, `www-${made}`);
    const older = tree;
    tree = `${older}-newer`;
    await smallTree(tree);
    await smallTree(tree, { version: "2", asOf: "2018-02-07T11:20:30.456Z" });
    await run(to);
    const before = filesUnder(to);
    tree = older;
    await expect(run(to)).rejects.toMatchObject({ code: "publish-backwards" });
    expect(filesUnder(to)).toEqual(before);
    const foreign = join(root, `foreign-${made}`);
    mkdirSync(foreign);
    writeFileSync(join(foreign, "diary.txt"), "dear");
    await expect(run(foreign)).rejects.toMatchObject({ code: "out-not-a-tree" });
    // `rebuild` asks before it ingests and builds.
    await expect(checkTarget({ tree, to: foreign }, {})).rejects.toMatchObject({ code: "out-not-a-tree" });
    for (const address of ["s3:/x", "s3:x", "S3:x", "http://x", "http:/x", "file:///x"])
      await expect(checkTarget({ tree, to: address }, {})).rejects.toMatchObject({
        code: "usage",
        message: `"${address}" is not a target`,
      });
    for (const itself of [tree, join(tree, "copy"), root]) await expect(run(itself)).rejects.toMatchObject({ code: "usage" });
  });

  it("takes a tree that was lost and built again for the same, keeps the number that readers know, and mends the folder", async () => {
    const to = join(root, `www-${made}`);
    await lose(to);
    const before = filesUnder(to);
    expect(await run(to)).toMatchObject({ changed: false, sent: 0, snapshot: { sequence: 7 } });
    expect(filesUnder(to)).toEqual(before);
    writeFileSync(join(to, "api.json"), "damaged");
    expect(await run(to)).toMatchObject({ changed: true, sent: 1, snapshot: { sequence: 7 } });
    expect(filesUnder(to)).toEqual(before);
  });

  it("if the folder has a larger number than the rebuilt tree, the error says how to continue, and that works", async () => {
    const to = join(root, `www-${made}`);
    const newer = ["2", "2018-02-07T11:20:30.456Z"] as const;
    await lose(to, ...newer);
    const refused: unknown = await run(to).catch((error: unknown) => error);
    const goOn = `move ${tree} away, run \`quaketree mirror ${to} ${tree}\`, and build again; or move ${to} away:`;
    expect(refused).toMatchObject({ code: "publish-backwards", hint: expect.stringContaining(goOn) });
    rmSync(tree, { recursive: true });
    await mirror(createFolderOrigin(to), tree);
    await smallTree(tree, { version: newer[0], asOf: newer[1] });
    expect(await run(to)).toMatchObject({ changed: true, snapshot: { sequence: 8 } });
  });

  it("does not take what only object stores and platforms take, nor an address", async () => {
    const to = join(root, `www-${made}`);
    for (const more of [{ endpoint: "http://x" }, { variants: true }, { repair: true }, { anew: true }])
      await expect(run(to, more)).rejects.toMatchObject({ code: "usage" });
    for (const address of ["https://quakes.example/", "ftp://x/y"]) await expect(run(address)).rejects.toMatchObject({ code: "usage" });
    await expect(run(`s3://${BUCKET}`, { for: "github-pages" })).rejects.toMatchObject({ code: "usage" });
    expect(existsSync(to)).toBe(false);
  });
});

describe("publish for a platform", () => {
  it("writes the files without variants, and what Cloudflare Pages wants", async () => {
    const to = join(root, `site-${made}`);
    writeStatus();
    const { sent } = await run(to, { for: "cloudflare-pages" });
    const files = filesUnder(to);
    const wanted = Object.entries(filesUnder(tree)).filter(([path]) => !/\.(br|gz)$/.test(path));
    const { _headers: headers, ...rest } = files;
    expect(rest).toEqual(Object.fromEntries(wanted));
    const page = files["404.html"];
    expect(page).toContain("No such page");
    expect(headers).toContain("/earthquakes/feed/*.geojson\n  content-type: application/json; charset=utf-8\n");
    expect(headers).toContain("/shards/*\n  ! cache-control\n  cache-control: public, max-age=31536000, immutable");
    expect(sent).toBe(Object.keys(files).length);
    // And once more, in its place.
    await smallTree(tree, { version: "2", asOf: "2018-02-07T11:20:30.456Z" });
    await run(to, { for: "cloudflare-pages" });
    expect(filesUnder(to)["index.html"]).toContain("Quaketree 2");
  });

  it("and GitHub Pages", async () => {
    const to = join(root, `site-${made}`);
    await run(to, { for: "github-pages" });
    expect(filesUnder(to)[".nojekyll"]).toBe("");
    expect(existsSync(join(to, "_headers"))).toBe(false);
  });

  it("says what does not fit and how to make it fit, and writes nothing", async () => {
    const to = join(root, `site-${made}`);
    const delta = "deltas/step/20180207T102030.456Z-0123456789abcdef.delta";
    mkdirSync(join(tree, "deltas/step"), { recursive: true });
    writeFileSync(join(tree, delta), "");
    const { sent } = await run(`${to}-all`, { for: "cloudflare-pages" });
    for (const [maxFiles, hasDelta] of [
      [sent, true],
      [sent - 1, false],
    ] as const) {
      await run(`${to}-all`, { for: "cloudflare-pages", maxFiles });
      expect(existsSync(join(`${to}-all`, delta))).toBe(hasDelta);
    }
    await expect(run(to, { for: "cloudflare-pages", maxFiles: sent - 2 })).rejects.toMatchObject({
      code: "site-too-large",
      message: expect.stringContaining(`has ${sent - 1} files`),
      hint: expect.stringContaining("--max-files 100000"),
    });
    expect(existsSync(to)).toBe(false);
  });

  it("sends no file that the index does not name, and refuses a link in the place of one that it does", async () => {
    const to = join(root, `site-${made}`);
    writeFileSync(join(root, "secret"), "a secret");
    symlinkSync(join(root, "secret"), join(tree, "link.txt"));
    await run(to, { for: "github-pages" });
    expect(existsSync(join(to, "link.txt"))).toBe(false);
  });
});

describe("quaketree publish", () => {
  it("publishes to an object store with the credentials of the environment, and verify and mirror read it back", async () => {
    const to = `s3://${BUCKET}/cli`;
    const args = ["publish", tree, to, "--endpoint", store.endpoint];
    const first = await quaketree([...args, "--json"], root, store.env);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(first.stdout)).toMatchObject({ to: `${to}/`, changed: true, completed: false });
    const again = await quaketree(args, root, store.env);
    expect(again.stdout).toMatch(new RegExp(`^${to}/ has snapshot [0-9a-f]{16}, number 1, `));
    const verified = await verifyPublished(to, { report, now: () => NOW, env: store.env }, [], store.endpoint);
    expect(verified.faults.filter(({ kind }) => kind !== "content")).toEqual([]);
    const copy = join(root, "copy");
    const mirrored = await quaketree(["mirror", to, copy, "--endpoint", store.endpoint], root, store.env);
    expect(mirrored).toMatchObject({ code: 0 });
    expect(filesUnder(copy)).toEqual(filesUnder(tree));
  });

  it("says in one line what is missing, and ends with the right code", async () => {
    const { AWS_SECRET_ACCESS_KEY: _, ...env } = store.env;
    const without = { ...env, AWS_SECRET_ACCESS_KEY: "" };
    const args = ["publish", tree, `s3://${BUCKET}/none`, "--endpoint", store.endpoint];
    const missing = await quaketree(args, root, without);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^quaketree: AWS_SECRET_ACCESS_KEY not set/) });
    const usage = await quaketree(["publish", tree, "s3://Bucket With Blanks/"], root, store.env);
    expect(usage.code).toBe(2);
    await store.write("held/publishing.json", JSON.stringify({ format: 1, run: "x", machine: "another" }));
    const held = ["publish", tree, `s3://${BUCKET}/held`, "--endpoint", store.endpoint, "--anew"];
    expect(await quaketree(held, root, store.env)).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`another publisher is writing s3://${BUCKET}/held/`),
    });
    const none = await quaketree(["publish", join(root, "nowhere"), join(root, "www")], root, store.env);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining("there is no tree at") });
    expect(readFileSync(join(tree, "snapshot.json"), "utf8")).toContain('"sequence":1');
  });
});
