import { readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { readLastSnapshot, recordSnapshot } from "../../build/store/last-snapshot.ts";
import { temporaryFolder } from "../support/temporary.ts";

const root = temporaryFolder();
const [first, second] = ["0123456789abcdef", "fedcba9876543210"] as const;

it("the snapshot with the largest number is remembered", async () => {
  const store = path.join(root, "store");
  expect(await readLastSnapshot(store)).toBeUndefined();
  await recordSnapshot(store, { id: first, sequence: 7 });
  for (const sequence of [6, 7]) await recordSnapshot(store, { id: second, sequence });
  expect(await readLastSnapshot(store)).toMatchObject({ id: first, sequence: 7 });
  await recordSnapshot(store, { id: second, sequence: 8 });
  expect(await readLastSnapshot(store)).toMatchObject({ id: second, sequence: 8 });
  expect(readdirSync(store)).toEqual(["last-snapshot.json"]);
});
