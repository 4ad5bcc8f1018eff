import { scheduler as anyOrder, assert, asyncProperty } from "fast-check";
import { expect, it } from "vitest";
import { fileReader, rangeReader } from "../../../build/hosts/browser/fetch-file.ts";

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

it.each([
  ["sends parts", true, 6],
  // Until the first answer it is not known.
  ["ignores ranges", false, 4],
])("reads any part of any file of a host that %s", async (_, sendsParts, requests) => {
  const contentOf = (url: string) => new TextEncoder().encode(`the bytes of ${url}`);
  let asked = 0;
  const answer = async (url: string, init?: RequestInit) => {
    asked++;
    const [, from, to] = /bytes=(\d+)-(\d+)/.exec(new Headers(init?.headers).get("range") ?? "") ?? [];
    if (!sendsParts || from === undefined) return new Response(contentOf(url));
    return new Response(contentOf(url).slice(Number(from), Number(to) + 1), { status: 206 });
  };
  const read = rangeReader(BASE, answer, 1_000);
  for (const path of PATHS.slice(0, 3)) {
    const parts = await Promise.all([0, 25].map((at) => read(path, { at, bytes: 20 }, "kept")));
    expect(parts).toEqual([0, 25].map((at) => contentOf(BASE + path).slice(at, at + 20)));
  }
  expect(asked).toBe(requests);
});
