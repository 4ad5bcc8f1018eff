import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runDoctor } from "../../build/cli/doctor.ts";
import { parseConfig } from "../../build/config/config.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { type Listening, listen } from "../support/listen.ts";
import { makeStatus, writeStatus } from "../tree/make-status.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { type Recorded, recordedContext } from "./recorded-context.ts";

const NOW = Date.parse("2031-05-04T12:00:10.000Z");
let agency: Listening;
let date = new Date(NOW).toUTCString();
const asked: string[] = [];

beforeAll(async () => {
  agency = await listen((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(request.url?.startsWith("/broken") ? 503 : request.url?.startsWith("/no-head") ? 501 : 200, { date }).end();
  });
});
afterAll(() => agency.close());

async function doctor(dir: string, agencies: object, isOffline = false): Promise<Recorded> {
  const page = recordedContext(() => NOW);
  const config = parseConfig(JSON.stringify({ agencies }), "q.json");
  const settings = { ...config, out: join(dir, "dist") };
  await runDoctor({ settings, store: join(dir, "store"), config: "q.json", fetch: isOffline ? undefined : globalThis.fetch }, page.context);
  return page;
}

/** Lines about one thing. */
function about(page: Recorded, what: string): string[] {
  return page.lines.filter((line) => line.slice(9).startsWith(what));
}

async function soundFolder(dir: string): Promise<void> {
  mkdirSync(join(dir, "store"));
  await smallTree(join(dir, "dist"));
  await writeStatus(join(dir, "dist"), makeStatus({ program: "quaketree/0.0.9" }));
}

it("says in one page that all is well, which version made the tree, and changes nothing", () =>
  inTemporaryFolder(async (dir) => {
    await soundFolder(dir);
    const before = readdirSync(dir, { recursive: true, encoding: "utf8" }).toSorted();
    asked.length = 0;
    const page = await doctor(dir, { usgs: { feed: `${agency.base}/feed`, fdsn: `${agency.base}/fdsn/` } });
    expect(page.code).toBe(0);
    expect(page.lines[0]).toMatch(/^quaketree\/\S+, Node v\d+/);
    expect(about(page, "tree")[0]).toContain("by quaketree/0.0.9");
    expect(about(page, "disk")[0]).toMatch(/free of .* and [\d,]+ files$/);
    expect(about(page, "network")).toEqual([expect.stringMatching(/^ok .*usgs: 127\.0\.0\.1:\d+ answers$/)]);
    // Each server once.
    expect(asked).toEqual(["HEAD /feed"]);
    expect(page.lines.length).toBeLessThan(25);
    expect(readdirSync(dir, { recursive: true, encoding: "utf8" }).toSorted()).toEqual(before);
  }));

it("names the version in the record", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    const treeLines = async () => about(await doctor(dir, { usgs: {} }, true), "tree").join("\n");
    await smallTree(out);
    expect(await treeLines()).toContain("by a version that trees do not name");
    await smallTree(out, { version: "2", program: "quaketree/9.9.9" });
    expect(await treeLines()).toContain("number 2, by quaketree/9.9.9");
  }));

it("reports what cannot be reached, which saved file is missing, and which agency has a fault", () =>
  inTemporaryFolder(async (dir) => {
    await soundFolder(dir);
    const page = await doctor(dir, {
      usgs: { feed: "http://127.0.0.1:9/feed" },
      noaa: { events: pathToFileURL(join(dir, "nothing.tsv")).href },
      emsc: { accept_licence: true, fdsn: `${agency.base}/broken/` },
    });
    expect(page.code).toBe(1);
    expect(about(page, "network")).toEqual([
      expect.stringMatching(/^problem .*usgs: 127\.0\.0\.1:9 cannot be reached: .*check the network/),
      expect.stringMatching(/^problem .*noaa: there is no file /),
      expect.stringMatching(/^stale .*emsc: .* answers with status 503/),
    ]);
  }));

it("does not request the home page of an agency, and accepts a server without HEAD", () =>
  inTemporaryFolder(async (dir) => {
    await soundFolder(dir);
    asked.length = 0;
    const other = { fdsn: `${agency.base}/no-head/`, url: "http://127.0.0.1:9/", licence: "CC", attribution: "them", accept_licence: true };
    const page = await doctor(dir, {
      usgs: { enabled: false },
      noaa: { enabled: false },
      plates: { enabled: false },
      others: { own: other },
    });
    expect(about(page, "network")).toEqual([expect.stringMatching(/^ok .*own: .* answers/)]);
    expect(asked).toEqual(["HEAD /no-head/"]);
  }));

it("says that the clock is wrong", () =>
  inTemporaryFolder(async (dir) => {
    await soundFolder(dir);
    date = new Date(NOW + 7_200_000).toUTCString();
    const page = await doctor(dir, { usgs: { feed: `${agency.base}/feed` } });
    date = new Date(NOW).toUTCString();
    expect(about(page, "clock")).toEqual([expect.stringMatching(/^problem .* is 2 hours ahead of ours/)]);
  }));

it("sends no request offline, and none to an agency in cooldown", () =>
  inTemporaryFolder(async (dir) => {
    await soundFolder(dir);
    writeFileSync(join(dir, "store/cooldowns.json"), JSON.stringify({ format: 1, until: { [agency.base]: NOW + 60_000 } }));
    asked.length = 0;
    const usgs = { feed: `${agency.base}/feed` };
    expect(about(await doctor(dir, { usgs }), "network")).toEqual([expect.stringContaining("asked for no requests until 2031-")]);
    expect(about(await doctor(dir, { usgs }, true), "network")).toEqual([]);
    expect(asked).toEqual([]);
  }));

it("says what is missing, damaged or stale, each with what to do", () =>
  inTemporaryFolder(async (dir) => {
    const nothing = await doctor(dir, { usgs: {} }, true);
    expect(nothing.code).toBe(1);
    expect(nothing.lines.join("\n")).toMatch(
      /note .*no store at .*quaketree ingest[^]*problem .*there is no tree \(run `quaketree rebuild`\)/,
    );
    await soundFolder(dir);
    mkdirSync(join(dir, "store/usgs"));
    writeFileSync(join(dir, "store/usgs/state.json"), "{");
    const damaged = await doctor(dir, { usgs: {} }, true);
    expect(damaged.code).toBe(1);
    expect(about(damaged, "store")[0]).toMatch(/^problem .*state\.json is not JSON \(restore it/);
  }));

it.skipIf(process.platform !== "linux")("says what cannot be written", async () => {
  const page = await doctor("/proc/nowhere", { usgs: {} }, true);
  expect(page.lines.join("\n")).toMatch(/problem {2}tree .*\/proc cannot be written: \w+/);
});
