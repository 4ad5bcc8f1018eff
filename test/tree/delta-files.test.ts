import { join } from "node:path";
import { expect, it } from "vitest";
import { decodeDelta } from "../../build/tree/delta.ts";
import { applyDelta, sectionsOf } from "../../build/tree/delta-apply.ts";
import { proveDelta } from "../../build/tree/delta-files.ts";
import { makeDelta } from "../../build/tree/delta-make.ts";
import { contentsOf, readSide } from "../../build/tree/delta-side.ts";
import { NODE_FILE_SYSTEM } from "../../build/tree/file-system.ts";
import { temporaryFolder } from "../temporary.ts";
import { publishWithDeltas } from "./mirroring.ts";

const root = temporaryFolder();

async function sides() {
  const [before, after] = ["a", "b"].map((name) => join(root, name)) as [string, string];
  await publishWithDeltas(before, 1);
  await publishWithDeltas(after, 2);
  return Promise.all([readSide(NODE_FILE_SYSTEM, before), readSide(NODE_FILE_SYSTEM, after)]);
}

it("a proved delta is the bytes that were applied, whatever becomes of the delta afterwards", async () => {
  const [from, to] = await sides();
  const delta = makeDelta(from, to);
  if (!delta) throw new Error("there is no delta");
  const bytes = proveDelta(delta, from, to.snapshot);
  for (const told of delta.told) told.fill(0);
  const applied = applyDelta({ sections: from.sections, content: contentsOf(from) }, decodeDelta(bytes));
  expect(sectionsOf(applied, to.snapshot)).toBeDefined();
});

it("a delta that leads elsewhere is not proved", async () => {
  const [from, to] = await sides();
  const delta = makeDelta(from, to);
  if (!delta) throw new Error("there is no delta");
  expect(() => proveDelta({ ...delta, sections: [] }, from, to.snapshot)).toThrow("made wrong");
});
