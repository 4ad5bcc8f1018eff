import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Following, TreeFile } from "../../build/tree/file.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { file, inTemporaryFolder, plant } from "./tiny-tree.ts";

const FOLLOWS: Following = { files: ["answer.json"], there: [["other.html", true]] };

/** A page that counts how often it is made. */
function page(text: string, made: string[], more: Partial<TreeFile> = {}): TreeFile {
  const { bytes: _, ...rest } = file("page.html", text, { compress: false, follows: FOLLOWS, ...more });
  return {
    ...rest,
    get bytes() {
      made.push(text);
      return Buffer.from(text);
    },
  };
}

const ANSWER = file("answer.json", "an answer");
const OTHER = file("other.html", "another page");

async function twice(second: (made: string[], out: string) => TreeFile[]): Promise<{ made: string[]; text: string }> {
  return inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [ANSWER, page("first", []), OTHER]);
    const made: string[] = [];
    await plant(out, second(made, out));
    expect(await verifyTree(out)).toMatchObject({ ok: true });
    return { made, text: readFileSync(join(out, "page.html"), "utf8") };
  });
}

test("a file is not made again where all that it follows from is as it was", async () => {
  const again = await twice((made) => [
    ANSWER,
    page("second", made),
    OTHER,
    file("new.json", "so that all is planted"),
  ]);
  expect(again).toEqual({ made: [], text: "first" });
});

test.each<[string, (made: string[], out: string) => TreeFile[]]>([
  ["the answer has changed", (made) => [file("answer.json", "a revision"), page("second", made), OTHER]],
  ["the answer is not planted before it", (made) => [page("second", made), ANSWER, OTHER]],
  ["it is not said what it follows from", (made) => [ANSWER, page("second", made, { follows: undefined }), OTHER]],
  [
    "what it leads to is gone",
    (made) => [ANSWER, page("second", made, { follows: { ...FOLLOWS, there: [["other.html", false]] } })],
  ],
  [
    "what it leads to has come",
    (made) => [ANSWER, page("second", made, { follows: { ...FOLLOWS, there: [["late.html", true]] } }), OTHER],
  ],
  [
    "it follows from a file that was not there",
    (made) => [
      ANSWER,
      file("late.json", "x"),
      page("second", made, { follows: { ...FOLLOWS, files: ["late.json"] } }),
      OTHER,
    ],
  ],
  ["it is to be kept for longer", (made) => [ANSWER, page("second", made, { cache: "day" }), OTHER]],
  [
    "the file before is gone from the disk",
    (made, out) => [rmSync(join(out, "page.html")), [ANSWER, page("second", made), OTHER]][1] as TreeFile[],
  ],
  [
    "the file before was cut short",
    (made, out) =>
      [writeFileSync(join(out, "page.html"), "fir"), [ANSWER, page("second", made), OTHER]][1] as TreeFile[],
  ],
  [
    "the index before is damaged",
    (made, out) =>
      [writeFileSync(join(out, "index/api.json"), "[]"), [ANSWER, page("second", made), OTHER]][1] as TreeFile[],
  ],
])("a file is made again where %s", async (_, second) => {
  expect(await twice(second)).toEqual({ made: ["second"], text: "second" });
});

test("a file that is taken over unmade is the same file, in the same index", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, [ANSWER, page("first", []), OTHER]);
    const { ino } = statSync(join(out, "page.html"));
    const more = file("new.json", "so that all is planted");
    await plant(out, [ANSWER, page("first", []), OTHER, more]);
    expect(statSync(join(out, "page.html")).ino).toBe(ino);
    const fresh = await plant(join(dir, "fresh"), [ANSWER, page("first", []), OTHER, more]);
    expect(readFileSync(join(out, "index/api.json"))).toEqual(readFileSync(join(dir, "fresh/index/api.json")));
    expect(fresh.written).toBe(4);
  }));
