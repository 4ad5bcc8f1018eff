import { readdirSync, readFileSync, readlinkSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadTree } from "../../../build/hosts/load-tree.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { createTreeServer } from "../../../build/hosts/node/tree-server.ts";
import { createByteCache, findFile } from "../../../build/hosts/tree-file.ts";
import type { TransitionStep } from "../../../build/tree/transition.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { ask, portOf, withServer } from "../ask.ts";
import { smallTree } from "../small-tree.ts";

const root = temporaryFolder();
const out = join(root, "tree");
const DATA = "data/earthquakes.csv.gz";
const dataFile: TransitionStep = ({ write }) => write(DATA, Buffer.alloc(3_000_000, 7));

beforeAll(() => smallTree(out, { steps: [dataFile] }));
afterEach(() => void vi.restoreAllMocks());

/** Counts the reads of whole files. */
async function wholeReads() {
  const handle = await open(join(out, "large.txt"));
  const prototype = Object.getPrototypeOf(handle) as Record<"read" | "readFile", () => unknown>;
  await handle.close();
  const calls = [vi.spyOn(prototype, "read"), vi.spyOn(prototype, "readFile")];
  return () => calls.reduce((sum, { mock }) => sum + mock.calls.length, 0);
}

it.each([
  ["a large file", "large.txt", undefined],
  ["a variant of a large file", "large.txt", "br"],
  ["a file that no index lists", DATA, undefined],
] as const)("twenty requests at once for %s read it whole once", async (_, path, encoding) => {
  const [tree, cache] = [await loadTree(out), createByteCache(1_000_000)];
  const countOf = await wholeReads();
  const read = async () => {
    const file = await findFile(tree, path, cache);
    const content = await file?.read(encoding);
    if (content && "close" in content) await content.close();
    return content?.size;
  };
  const sizes = await Promise.all(Array.from({ length: 20 }, read));
  expect(sizes).toEqual(sizes.map(() => statSync(join(out, `${path}${encoding ? `.${encoding}` : ""}`)).size));
  expect(countOf()).toBe(1);
});

it("twenty requests at once for what a cache lacks make it once, and the next ones again if there was nothing", async () => {
  const cache = createByteCache(1_000_000);
  const make = vi.fn(() => Promise.resolve<Buffer | undefined>(undefined));
  const twenty = () => Promise.all(Array.from({ length: 20 }, () => cache.get("key", make)));
  expect(new Set(await twenty())).toEqual(new Set([undefined]));
  make.mockResolvedValue(Buffer.from("bytes"));
  expect(new Set(await twenty()).size).toBe(1);
  await twenty();
  expect(make).toHaveBeenCalledTimes(2);
});

const DESCRIPTORS = "/proc/self/fd";

/** The files of the tree that this process has open. */
function openFiles(): string[] {
  return readdirSync(DESCRIPTORS).flatMap((name) => {
    try {
      const path = readlinkSync(join(DESCRIPTORS, name));
      return path.startsWith(out) ? [path] : [];
    } catch {
      return [];
    }
  });
}

it.runIf(process.platform === "linux")(
  "no file stays open after its response, read or not, and none after the server is closed",
  async () => {
    await withServer(await createTreeServer(out), async (server) => {
      for (const target of ["/large.txt", `/${DATA}`, "/api/v1/stats/", "/nothing"]) {
        const { headers } = await ask(server, target);
        await ask(server, target, { method: "HEAD" });
        await ask(server, target, { headers: { range: "bytes=1-2" } });
        await ask(server, target, { headers: { range: "bytes=9999999999-" } });
        await ask(server, target, { headers: { "if-none-match": headers.etag ?? "*" } });
        await ask(server, target, { headers: { "if-match": '"other"' } });
      }
      await expect.poll(openFiles).toEqual([]);
      // One client leaves, and one does not read until the server is closed.
      const asked = [`/${DATA}`, `/${DATA}`].map((path) => request({ port: portOf(server), host: "127.0.0.1", path, agent: false }));
      for (const one of asked) one.on("error", () => {}).end();
      await Promise.all(asked.map((one) => new Promise((resolve) => one.once("response", resolve))));
      asked[0]?.destroy();
    });
    await expect.poll(openFiles).toEqual([]);
  },
);

it("a file that is damaged gives an error under the address of an older snapshot, and never other bytes", async () => {
  const dir = join(root, "pinned");
  const { snapshot } = await smallTree(dir, { version: "0", asOf: "2018-02-07T10:00:00.000Z", packLarge: false });
  await smallTree(dir, { version: "1", asOf: "2018-02-07T10:01:00.000Z", packLarge: false });
  const targets = ["/api/v1/stats/", "/api/recent/?limit=1", "/api/live-feed/?hours=1"].map((path) => `/s/${snapshot.id}${path}`);
  const answersNow = async () =>
    withServer(await createNodeHandler(dir), (server) => Promise.all(targets.map((target) => ask(server, target))));
  const right = (await answersNow()).map(({ status, text }) => [status, text]);
  expect(right.map(([status]) => status)).toEqual([200, 200, 200]);
  const [pin = ""] = readdirSync(join(dir, "pins/step"));
  const file = join(dir, "pins/step", pin);
  const whole = readFileSync(file);
  let refused = 0;
  for (let at = 0; at < whole.length; at += 29) {
    const damaged = Buffer.from(whole);
    damaged.writeUInt8((damaged[at] as number) ^ (1 << (at % 8)), at);
    writeFileSync(file, damaged);
    for (const [index, { status, text }] of (await answersNow()).entries()) {
      if (status < 400) expect([at, status, text]).toEqual([at, ...(right[index] as unknown[])]);
      else refused++;
    }
  }
  expect(refused).toBeGreaterThan(0);
});
