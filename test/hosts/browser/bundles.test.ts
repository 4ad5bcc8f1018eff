import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { browserBundles } from "../../../build/site/bundles/programs.ts";

/** Bytes, minified and gzipped: the rewrite, and what turns it into a client, or a service worker that has pages too. */
const BUDGETS: Record<string, number> = { "assets/client.js": 18_000, "service-worker.js": 20_000 };

describe("the programs for browsers", () => {
  it.each(browserBundles().map(({ path, bytes }) => [path, bytes] as const))(
    "%s stays within its budget and imports nothing",
    (path, bytes) => {
      const size = gzipSync(bytes, { level: 9 }).length;
      process.stdout.write(`${path}: ${bytes.length} bytes minified, ${size} gzipped, budget ${BUDGETS[path]}\n`);
      expect(size).toBeLessThanOrEqual(BUDGETS[path] ?? 0);
      const text = new TextDecoder().decode(bytes);
      expect(text).not.toMatch(/\bimport\s*[("'{*]|\brequire\(|\bnode:|ZodType|_zod/);
    },
  );

  it("are named as the pages and the documentation name them", () => {
    expect(
      browserBundles()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(["assets/client.js", "service-worker.js"]);
  });

  it("is, for the service worker, a script and no module, which every browser can register", () => {
    const worker = browserBundles().find(({ path }) => path === "service-worker.js");
    const listened: string[] = [];
    const self = {
      location: { href: "https://quakes.example/service-worker.js" },
      addEventListener: (name: string) => void listened.push(name),
    };
    const caches = { open: async () => ({}) };
    runInNewContext(new TextDecoder().decode(worker?.bytes), {
      self,
      caches,
      URL,
      TextEncoder,
      TextDecoder,
      Request,
      Response,
      crypto,
      performance,
    });
    expect(listened.toSorted()).toEqual(["activate", "fetch", "install", "message"]);
  });
});
