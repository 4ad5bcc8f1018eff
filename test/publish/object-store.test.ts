import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { temporaryFolder } from "../support/temporary.ts";
import { BUCKET, type ObjectStore, startObjectStore } from "./object-store.ts";
import { s3Target } from "./publishing.ts";

const OBJECTS = 1_500;
const DESCRIPTORS = "/proc/self/fd";
const folder = temporaryFolder();
let store: ObjectStore;
beforeAll(async () => {
  const there = join(folder, BUCKET, "tree", "api");
  mkdirSync(there, { recursive: true });
  for (let at = 0; at < OBJECTS; at++) writeFileSync(join(there, `${at}.json._S3rver_object`), `{"at":${at}}`);
  store = await startObjectStore(folder);
});
afterAll(() => store.close());

const countable = existsSync(DESCRIPTORS);
if (!countable) process.stdout.write(`skipped: there is no ${DESCRIPTORS} to count open files by\n`);

it.skipIf(!countable)("a listing of thousands of objects needs few open files, in the store and in us", async () => {
  const before = readdirSync(DESCRIPTORS).length;
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, readdirSync(DESCRIPTORS).length);
  }, 1);
  const listed = await s3Target(store, "tree").list("");
  clearInterval(watch);
  expect(listed).toHaveLength(OBJECTS);
  expect(most).toBeGreaterThan(before);
  expect(most - before).toBeLessThan(300);
});
