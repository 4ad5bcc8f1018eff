import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { describeCounts, howToFit, manyFiles, writeSiteFolder } from "../../../build/publish/folders/site-folder.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { entriesIn } from "../../tree/forge.ts";
import { plantPackedWorld } from "../packed-world.ts";

const dir = temporaryFolder();
const tree = join(dir, "tree");
const plain = join(dir, "plain");

beforeAll(async () => {
  await plantPackedWorld(plain, 60_000, undefined);
  await plantPackedWorld(tree, 0, 4.5);
  await plantPackedWorld(tree, 60_000, 4.5);
});

describe("a folder for Pages", () => {
  it("the folder of a tree with packs states what it cannot answer, and has the files for mirrors", async () => {
    const out = join(dir, "site");
    const { files, warnings } = await writeSiteFolder({ tree, out, platform: "cloudflare-pages" });
    expect(warnings).toEqual([expect.stringContaining("packs, which the platform cannot open")]);
    expect(readdirSync(join(out, "deltas/step"))).toHaveLength(1);
    const entries = readdirSync(out, { recursive: true, withFileTypes: true });
    expect(entries.filter((entry) => entry.isFile())).toHaveLength(files);
    const kept = entriesIn(tree, "kept");
    expect(kept.length).toBeGreaterThan(0);
    for (const { path } of kept) expect(existsSync(join(out, path))).toBe(true);
  });

  it("omits the deltas if the file limit is too low", async () => {
    const out = join(dir, "narrow");
    const { files } = await writeSiteFolder({ tree, out, platform: "cloudflare-pages" });
    const { warnings } = await writeSiteFolder({ tree, out, platform: "cloudflare-pages", maxFiles: files - 1 });
    expect(warnings[1]).toContain("the deltas are left out");
    expect(existsSync(join(out, "deltas"))).toBe(false);
  });

  it("the folder of a tree without packs states nothing", async () => {
    const out = join(dir, "whole");
    // What an interrupted run left.
    mkdirSync(join(`${out}.next`, "left"), { recursive: true });
    const { warnings } = await writeSiteFolder({ tree: plain, out, platform: "github-pages" });
    expect(warnings).toEqual([]);
    expect(existsSync(join(out, "left"))).toBe(false);
  });
});

describe("the message about too many files", () => {
  it("names the kinds of files and what to do", () => {
    const details = Array.from({ length: 200 }, (_, at) => `api/v1/earthquakes/m1-0-us${at}.json`);
    const pages = Array.from({ length: 300 }, (_, at) => `earthquakes/m1-0-us${at}/index.html`);
    const many = manyFiles([...details, ...pages, "api/v1/earthquakes.json", "docs/index.html"], 2_000);
    expect(many).toEqual({ details: 200, pages: 300, kept: 2_000 });
    expect(describeCounts(many)).toBe(
      "200 of them details of one event, 300 of them pages of one event, 2,000 of them shards of earlier snapshots",
    );
    expect(howToFit(many)).toMatch(/--pack-events-below 4\.5.*; .*--event-pages.*; .*build less often/);
    expect(howToFit({ details: 100, pages: 100, kept: 1_000 })).toBe("");
  });
});
