import { expect, it } from "vitest";
import { createWorkerPins, PIN_LIST, PIN_OBJECTS } from "../../build/hosts/worker/pins.ts";

it("a Worker tells since when snapshots can be asked, however many there are", async () => {
  const begin = Date.UTC(2018, 1, 7, 10, 58);
  const snapshots = Array.from({ length: 300_000 }, (_, at) => ({ asOf: begin + at }));
  const list = new TextEncoder().encode(JSON.stringify({ pins: [], snapshots }));
  const given: Record<string, Uint8Array> = { [PIN_LIST]: list, [PIN_OBJECTS]: new Uint8Array(0) };
  expect(await createWorkerPins().since(async (path) => given[path])).toBe(begin);
});
