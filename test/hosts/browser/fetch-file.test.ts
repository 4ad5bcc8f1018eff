import { scheduler as anyOrder, assert, asyncProperty } from "fast-check";
import { expect, it } from "vitest";
import { fileReader } from "../../../build/hosts/browser/fetch-file.ts";

const BASE = "http://quakes.test/";
const PATHS = Array.from({ length: 8 }, (_, at) => `api/v1/plates/p${at}.json`);

it.each([
  ["an API host", (path: string) => path.replace(/\.json$/, "/")],
  ["a file server", (path: string) => path],
])("finds every answer on %s, whatever the order in which requests that run side by side are answered", async (_, addressOf) => {
  await assert(
    asyncProperty(anyOrder(), async (scheduler) => {
      const there = new Set(PATHS.map((path) => BASE + addressOf(path)));
      const answer = async (url: string) => new Response(url, { status: there.has(url) ? 200 : 404 });
      const read = fileReader(
        BASE,
        scheduler.scheduleFunction((url) => answer(url)),
      );
      const all = Promise.all(PATHS.map((path) => read(path, "checked")));
      await scheduler.waitFor(all);
      expect((await all).map((bytes) => new TextDecoder().decode(bytes))).toEqual([...there]);
    }),
    { numRuns: 50, seed: 7 },
  );
});
