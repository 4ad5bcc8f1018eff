import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { filesByPath, readIndex, readRecord } from "../../build/tree/read.ts";
import { checkFile } from "../../build/verify/file.ts";
import { startThreads } from "../../build/verify/threads.ts";
import { file, inTemporaryFolder, plant } from "../tree/tiny-tree.ts";

const LONG = "An answer that is long enough to be worth compressing. ".repeat(60);

const FILES = [
  file("sound.json", LONG),
  file("small.json", "1"),
  file("empty.bin", "", { compress: false }),
  file("gone.json", "2"),
  file("short.json", "345"),
  file("changed.json", "678"),
  file("variant.json", `${LONG}!`),
  file("no-variant.json", `${LONG}?`),
];

test.each([true, false])("threads find what a look at each file finds, and bring bytes if they are wanted: %s", (wantsBytes) =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "dist");
    await plant(out, FILES);
    rmSync(join(out, "gone.json"));
    writeFileSync(join(out, "short.json"), "3");
    writeFileSync(join(out, "changed.json"), "679");
    writeFileSync(join(out, "variant.json.br"), readFileSync(join(out, "sound.json.br")));
    rmSync(join(out, "no-variant.json.gz"));
    const { snapshot } = await readRecord(out);
    const entries = [...filesByPath(await readIndex(out, snapshot)).values()];
    const threads = startThreads({ dir: out, wantsBytes });
    try {
      const halves = [entries.slice(0, 3), entries.slice(3), []];
      const checked = (await Promise.all(halves.map((half) => threads.check(half)))).flat();
      const expected = entries.map((entry) => checkFile(out, entry));
      expect(checked.map(({ faults }) => faults)).toEqual(expected.map(({ faults }) => faults));
      expect(expected.filter(({ faults }) => faults.length > 0)).toHaveLength(5);
      const bytes = checked.map((one) => one.bytes && Buffer.from(one.bytes));
      expect(bytes).toEqual(expected.map((one) => (wantsBytes && one.bytes ? Buffer.from(one.bytes) : undefined)));
    } finally {
      await threads.close();
    }
  }),
);

test("an error in a thread is an error of its caller", async () => {
  const threads = startThreads({ dir: "/nowhere", wantsBytes: false });
  try {
    // No entry: the thread throws.
    await expect(threads.check([undefined as never])).rejects.toThrow();
  } finally {
    await threads.close();
  }
});
