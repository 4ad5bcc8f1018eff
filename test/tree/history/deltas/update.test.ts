import { join } from "node:path";
import { expect, it } from "vitest";
import { applyDelta, isIndexOf } from "../../../../build/tree/history/deltas/apply.ts";
import { decodeDelta } from "../../../../build/tree/history/deltas/delta.ts";
import { makeDelta } from "../../../../build/tree/history/deltas/make.ts";
import { encodeVerifiedDelta } from "../../../../build/tree/history/deltas/update.ts";
import { contentsOf, readState } from "../../../../build/tree/transition.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { publishWithDeltas } from "../../mirroring.ts";

const root = temporaryFolder();

async function sides() {
  const [before, after] = ["a", "b"].map((name) => join(root, name)) as [string, string];
  await publishWithDeltas(before, 1);
  await publishWithDeltas(after, 2);
  return Promise.all([readState(before), readState(after)]);
}

it("a proved delta is the bytes that were applied, whatever becomes of the delta afterwards", async () => {
  const [from, to] = await sides();
  const delta = makeDelta(from, to);
  if (!delta) throw new Error("there is no delta");
  const bytes = encodeVerifiedDelta(delta, from, to.snapshot);
  for (const encoded of delta.encoded) encoded.fill(0);
  const applied = applyDelta({ index: from.index, content: contentsOf(from) }, decodeDelta(bytes));
  expect(isIndexOf(applied.index, to.snapshot)).toBe(true);
});

it("a delta that leads elsewhere is an error", async () => {
  const [from, to] = await sides();
  const delta = makeDelta(from, to);
  if (!delta) throw new Error("there is no delta");
  expect(() => encodeVerifiedDelta({ ...delta, sections: [] }, from, to.snapshot)).toThrow("it is wrong");
});
