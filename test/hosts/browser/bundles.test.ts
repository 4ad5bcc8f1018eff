import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { preparedFile } from "../../../build/platform/prepared-files.ts";

/**
 * Bytes, minified and gzipped: the rewrite, and what turns it into a client, or a service worker that has pages too; and the event
 * service, which both load only where it is needed.
 */
const BUDGETS = { "assets/event-service.js": 26_200, "assets/client.js": 29_800, "service-worker.js": 33_600 };

describe("the programs for browsers", () => {
  it.each(Object.entries(BUDGETS))("%s stays within its budget and imports nothing", async (path, budget) => {
    const bytes = await preparedFile(`tree/${path}`);
    const size = gzipSync(bytes, { level: 9 }).length;
    process.stdout.write(`${path}: ${bytes.length} bytes minified, ${size} gzipped, budget ${budget}\n`);
    expect(size).toBeLessThanOrEqual(budget);
    const text = new TextDecoder().decode(bytes);
    expect(text).not.toMatch(/\bimport\s*[("'{*]|\brequire\(|\bnode:|ZodType|_zod/);
  });

  it("is, for the service worker, the event service as a script that defines one variable", async () => {
    const script = await preparedFile("tree/assets/event-service-worker.js");
    const known = { TextEncoder, TextDecoder };
    const context: typeof known & { quaketreeEvents?: { createEventService?: unknown } } = { ...known };
    runInNewContext(new TextDecoder().decode(script), context);
    expect(Object.keys(context)).toEqual([...Object.keys(known), "quaketreeEvents"]);
    expect(context.quaketreeEvents?.createEventService).toBeTypeOf("function");
  });

  it("is, for the service worker, a script and no module, which every browser can register", async () => {
    const worker = await preparedFile("tree/service-worker.js");
    const listened: string[] = [];
    const self = {
      location: { href: "https://quakes.example/service-worker.js" },
      addEventListener: (name: string) => void listened.push(name),
    };
    const caches = { open: async () => ({}) };
    runInNewContext(new TextDecoder().decode(worker), {
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
