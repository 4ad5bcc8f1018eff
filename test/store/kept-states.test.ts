import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { keepState, keptStates, keptStore, restoreState } from "../../build/store/kept-states.ts";
import { writeStateFile } from "../../build/store/store.ts";
import { temporaryFolder } from "../support/temporary.ts";

const HOUR = 3_600_000;
const BEGIN = Date.UTC(2031, 4, 4, 1);

const write = (store: string, text: string) => writeStateFile(store, "xx/state.json", text);
const read = (dir: string) => readFileSync(path.join(dir, "xx/state.json"), "utf8");

it("keeps the state of every sixth hour for two days, then one of each day for two weeks, each as it was", async () => {
  const store = temporaryFolder();
  const last = BEGIN + 20 * 24 * HOUR;
  for (let at = BEGIN; at <= last; at += HOUR) {
    await write(store, String(at));
    keepState(store, "xx", at);
  }
  const ages = keptStates(store, "xx").map((time) => (last - time) / HOUR);
  const daily = Array.from({ length: 12 }, (_, at) => 14 * 24 - 24 * at);
  expect(ages).toEqual([...daily, 48, 42, 36, 30, 24, 18, 12, 6, 0]);
  for (const time of keptStates(store, "xx")) expect(read(keptStore(store, time))).toBe(String(time));
});

it("keeps a state once however long it stands, and the one that a restoration replaces", async () => {
  const store = temporaryFolder();
  await write(store, "good");
  for (let hour = 0; hour < 48; hour++) keepState(store, "xx", BEGIN + hour * HOUR);
  expect(keptStates(store, "xx")).toEqual([BEGIN]);
  await write(store, "bad");
  await writeStateFile(store, "xx/more/rows.gz", "of the bad one");
  restoreState(store, "xx", BEGIN, BEGIN + HOUR);
  expect(read(store)).toBe("good");
  expect(() => readFileSync(path.join(store, "xx/more/rows.gz"))).toThrow("ENOENT");
  expect(keptStates(store, "xx")).toEqual([BEGIN, BEGIN + HOUR]);
  restoreState(store, "xx", BEGIN + HOUR, BEGIN + 2 * HOUR);
  expect([read(store), readFileSync(path.join(store, "xx/more/rows.gz"), "utf8")]).toEqual(["bad", "of the bad one"]);
  await write(store, "later");
  expect([BEGIN, BEGIN + HOUR].map((time) => read(keptStore(store, time)))).toEqual(["good", "bad"]);
});

it("keeps a state also if a clock that was ahead has kept one", async () => {
  const store = temporaryFolder();
  await write(store, "ahead");
  keepState(store, "xx", BEGIN + 100 * HOUR);
  await write(store, "now");
  keepState(store, "xx", BEGIN);
  expect(keptStates(store, "xx")).toEqual([BEGIN, BEGIN + 100 * HOUR]);
});
