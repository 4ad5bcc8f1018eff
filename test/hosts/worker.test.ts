import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { assetFile, assetReader, openAssetTree } from "../../build/hosts/worker/asset-tree.ts";
import { createWorker } from "../../build/hosts/worker/worker.ts";
import { openTree } from "../../build/tree/read.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { smallTree } from "./small-tree.ts";
import { assetsIn } from "./worker-listener.ts";

const out = join(temporaryFolder(), "tree");
const TARGET = "https://quakes.example/api/recent/?limit=1";

beforeAll(() => smallTree(out, { packLarge: false }));

const assets = assetsIn(out);

/** Asks a Worker over assets that may fail. @param fault what stands in the place of an asset; undefined for the asset itself */
async function askWith(fault: (path: string) => Response | undefined, init: RequestInit = {}) {
  const told: [string, string][] = [];
  const paths: string[] = [];
  const worker = createWorker(
    () => 0,
    (code, error) => told.push([code, String(error)]),
  );
  const fetch = async (request: Request) => {
    const path = new URL(request.url).pathname;
    paths.push(path);
    return fault(path) ?? assets.fetch(request);
  };
  const response = await worker.fetch(new Request(TARGET, init), { ASSETS: { fetch } });
  const { type } = response.status < 400 ? {} : ((await response.json()) as { type?: string });
  return { status: response.status, type, told, paths };
}

const missing = () => new Response(null, { status: 404 });
const failing = (): never => {
  throw new TypeError("this is a mistake in the program");
};

describe("a Worker", () => {
  it("reports an unexpected error, and does not try again", async () => {
    const { status, type, told, paths } = await askWith(failing);
    expect([status, type]).toEqual([500, "/docs/problems/internal-error/"]);
    expect(told).toEqual([["internal-error", "TypeError: this is a mistake in the program"]]);
    expect(paths).toEqual(["/snapshot.json"]);
  });

  it("reads no record shard twice for requests at the same time", async () => {
    const paths: string[] = [];
    const worker = createWorker(() => 0);
    const fetch = (request: Request) => {
      paths.push(new URL(request.url).pathname);
      return assets.fetch(request);
    };
    const ask = async () => (await worker.fetch(new Request(TARGET), { ASSETS: { fetch } })).text();
    const first = await ask();
    const read = paths.length;
    expect(read).toBeGreaterThan(3);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([first, first, first]);
    expect(paths).toHaveLength(read);
  });

  it("reports that there is no tree", async () => {
    const { status, type, told } = await askWith(missing);
    expect([status, type]).toEqual([503, "/docs/problems/no-tree/"]);
    expect(told).toEqual([["snapshot-malformed", expect.stringContaining("snapshot.json")]]);
  });

  it("names the damaged file", async () => {
    const { snapshot } = await openTree(out);
    const [day] = snapshot.shards.days;
    const fault = (path: string) => (path === `/${day?.path}` ? new Response("nonsense") : undefined);
    const { status, told } = await askWith(fault);
    expect(status).toBe(500);
    expect(told).toEqual([["snapshot-malformed", expect.stringContaining(day?.path ?? "nowhere")]]);
  });

  it("keeps the answers that were read last, up to 8 MB of them with their compressed variants", async () => {
    const tree = await openAssetTree(assetReader(assets));
    const sizes: Record<string, number> = { small: 1_000, large: 600_000, "large.br": 150_000, huge: 9_000_000 };
    let read = 0;
    const asset = async (path: string) => {
      read++;
      return new Uint8Array(sizes[path.replace(/^\d+-/, "")] ?? 0);
    };
    /** Whether an answer was still in memory. */
    const isKept = async (path: string) => {
      read = 0;
      await assetFile(tree, asset, path, "br");
      return read === 0;
    };
    const names = (what: string, count: number) => Array.from({ length: count }, (_, at) => `${at}-${what}`);
    for (const path of [...names("small", 500), ...names("large", 10), "huge"]) expect(await isKept(path)).toBe(false);
    for (const path of [...names("small", 500), ...names("large", 10)]) expect(await isKept(path)).toBe(true);
    // The eleventh takes the place of those that were read the longest ago.
    for (const path of ["10-large", "huge"]) expect(await isKept(path)).toBe(false);
    expect([await isKept("9-large"), await isKept("1-large"), await isKept("0-large")]).toEqual([true, true, false]);
  });
});
