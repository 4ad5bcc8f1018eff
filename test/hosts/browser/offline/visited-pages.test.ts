import { expect, it } from "vitest";
import { createVisitedFiles } from "../../../../build/hosts/browser/offline/cached-pages.ts";
import { memoryStore } from "../memory-store.ts";

const seen = (sha256: string) => ({ sha256, id: "0".repeat(16), as_of: "2018-02-07T01:49:14.000Z" });

it("files that were looked at are remembered by the next start, as of then", async () => {
  const store = memoryStore();
  await createVisitedFiles(store).put("a", Uint8Array.of(1), seen("aa"));
  expect(await createVisitedFiles(store).get("a")).toEqual({ ...seen("aa"), bytes: Uint8Array.of(1) });
  expect(await createVisitedFiles(store).get("b")).toBeUndefined();
});

it("the file that was not used for the longest time is removed first", async () => {
  const store = memoryStore();
  const visited = createVisitedFiles(store);
  for (let at = 0; at < 600; at++) await visited.put(`${at}`, Uint8Array.of(1), seen(`${at}`));
  await visited.put("0", Uint8Array.of(2), seen("new"));
  await visited.put("more", Uint8Array.of(3), seen("more"));
  expect(await visited.get("1")).toBeUndefined();
  expect((await visited.get("0"))?.bytes).toEqual(Uint8Array.of(2));
  expect(await visited.hashes()).toHaveLength(600);
});

it("a file that was looked at and whose bytes the browser has taken away is not there", async () => {
  const store = memoryStore();
  const visited = createVisitedFiles(store);
  await visited.put("a", Uint8Array.of(1), seen("aa"));
  await store.remove("aa");
  expect(await visited.get("a")).toBeUndefined();
});

it("a list of what was looked at that could not be read once is read again", async () => {
  const store = memoryStore();
  await createVisitedFiles(store).put("a", Uint8Array.of(1), seen("aa"));
  let isBroken = true;
  const get = async (name: string) => (isBroken ? Promise.reject(new Error("not now")) : store.get(name));
  const visited = createVisitedFiles({ ...store, get });
  await expect(visited.get("a")).rejects.toThrow("not now");
  isBroken = false;
  expect((await visited.get("a"))?.bytes).toEqual(Uint8Array.of(1));
});
