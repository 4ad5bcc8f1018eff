import { expect, it } from "vitest";
import { faultCounts, faultLines } from "../../build/cli/verify.ts";
import type { Fault } from "../../build/tree/file.ts";

const fault = (kind: Fault["kind"], path: string): Fault => ({ kind, path, message: "is wrong" });

it("faults are reported by kind, with what to do, here and where the tree is published", () => {
  const faults = [fault("stray", "note.txt"), fault("missing", "api/recent.json")];
  expect(faultLines(faults, false)).toEqual([
    "Files are missing (1):",
    "  api/recent.json is wrong",
    "  What to do: delete the folder and run `quaketree build` again.",
    "Files that are not in the index (1):",
    "  note.txt is wrong",
    "  What to do: they are not needed: delete them, or move them out of the folder.",
  ]);
  expect(faultLines(faults, true).join("\n")).toContain("can repair it");
});

it("a thousand files are reported in a few lines, by folder", () => {
  const folders = ["api/v1/earthquakes/", "shards/", "a/", "b/", "c/", "d/", ""];
  const faults = Array.from({ length: 1_400 }, (_, at) => fault("changed", `${folders[at % 7]}${at}.json`));
  const lines = faultLines(faults, false);
  expect(lines).toHaveLength(8);
  expect(lines[6]).toMatch(/^ {2}… and 1,395 more: 200 in \S.*, others in 2 more folders$/);
  expect(faultCounts(faults)).toEqual({ changed: 1_400 });
});

it("a tree without a fault has no lines", () => {
  expect([faultLines([], false), faultCounts([])]).toEqual([[], {}]);
});
