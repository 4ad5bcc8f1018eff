import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { sha256 } from "../../build/platform/hash.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import type { Origin } from "../../build/tree/origins/origin.ts";
import { replacedFile } from "../../build/tree/unindexed.ts";
import { verifyOrigin } from "../../build/verify/origin.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { NOW, publishWithDeltas } from "../tree/mirroring.ts";

const root = temporaryFolder();
const address = join(root, "www");

/** Verifies `www`, which is at version 0; `during` happens in every round, before a file is read. */
async function verifyWhile(during: (replace: () => void) => void, versions: number, file = /^large\.txt$/) {
  rmSync(address, { recursive: true, force: true });
  await publishWithDeltas(address, 1);
  for (let at = 1; at < versions; at++) {
    rmSync(join(root, `${at}`), { recursive: true, force: true });
    await publishWithDeltas(join(root, `${at}`), at + 1);
  }
  let next = 1;
  const replace = () => {
    renameSync(address, join(root, "old"));
    renameSync(join(root, `${next++}`), address);
    rmSync(join(root, "old"), { recursive: true });
  };
  const folder = createFolderOrigin(address);
  const origin: Origin = {
    ...folder,
    read(path, options) {
      if (file.test(path) && !options.fresh) during(replace);
      return folder.read(path, options);
    },
  };
  return verifyOrigin(origin, { keys: [], maxBytes: 1e9, now: () => NOW });
}

const write = (text: string) => writeFileSync(join(address, "large.txt"), text);
const damage = () => write("damaged");

it.each([/^large\.txt$/, /^index\//])(
  "a published tree that is replaced once, as %s is read, is found sound in the next round",
  async (file) => {
    let replaced = false;
    const once = (replace: () => void) => {
      if (!replaced) replace();
      replaced = true;
    };
    const { ok, snapshot } = await verifyWhile(once, 2, file);
    expect({ ok, as_of: snapshot.as_of }).toEqual({ ok: true, as_of: "2018-02-07T02:00:00.000Z" });
  },
);

it("one that is replaced during every round is reported as replaced, not as damaged", async () => {
  const verifying = verifyWhile((replace) => {
    replace();
    damage();
  }, 5);
  await expect(verifying).rejects.toMatchObject({ code: "tree-replaced" });
});

it.each([
  ["changed", damage],
  ["changed", () => write("longer ".repeat(100_000))],
  ["missing", () => rmSync(join(address, "large.txt"), { force: true })],
])("one with a file that is %s, and that is not replaced, is reported as damaged", async (kind, damaging) => {
  const { faults } = await verifyWhile(damaging, 1);
  expect(faults).toMatchObject([{ path: "large.txt", kind }]);
});

it("one that has the next file at a path, and the file of the index under its hash, is sound", async () => {
  const publishing = () => {
    const bytes = readFileSync(join(address, "large.txt"));
    if (bytes.toString() === "next") return;
    mkdirSync(join(address, "replaced"), { recursive: true });
    writeFileSync(join(address, replacedFile(sha256(bytes))), bytes);
    write("next");
  };
  expect((await verifyWhile(publishing, 1)).faults).toEqual([]);
});
