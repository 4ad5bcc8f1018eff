/** A build with an archive, feeds and data files, on a disk that is full or fails, or in a process that dies, at each change in turn. */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { feedsStep } from "../../build/data-files/feeds/files.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { UserError } from "../../build/platform/error.ts";
import type { TreeFileSystem } from "../../build/platform/file-system.ts";
import { openTree } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { archiveTree, eventsOf } from "../hosts/archive-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { dyingAt } from "../tree/dying.ts";
import { CHANGES, failing, GROWING } from "../tree/failing.ts";
import { recoverTree } from "../tree/recover-tree.ts";
import { STEPS } from "../tree/tiny-tree.ts";
import { filesUnder, namesIn } from "../tree/tree-files.ts";
import { AS_OF } from "./world.ts";

const HOUR = 3_600_000;
const folder = temporaryFolder();
const [older, newer, ground] = [join(folder, "older"), join(folder, "newer"), join(folder, "ground")];
const out = join(ground, "tree");
const catalogue = assembleCatalogue(smallInput());
let ids: string[];

/** The n-th hour of a tree: another live event, and from the second on another part of a month. */
async function build(dir: string, hour: number, fileSystem?: TreeFileSystem): Promise<void> {
  const events = eventsOf(Array.from({ length: 40 + hour }, (_, at) => `us${at}`)).map((event, at) => ({
    ...event,
    time: event.time + hour * HOUR - at * 2 * HOUR,
  }));
  const asOf = AS_OF + hour * HOUR;
  const feeds = feedsStep({ asOf, covers: { from: asOf - 24 * HOUR, to: asOf }, source: "all", events });
  const steps = [...STEPS, feeds, dataStep(catalogue)];
  await archiveTree(dir, events, { asOf, liveFrom: asOf - 24 * HOUR, steps, ...(fileSystem && { fileSystem }) });
}

beforeAll(async () => {
  await build(older, 1);
  cpSync(older, newer, { recursive: true });
  await build(newer, 2);
  ids = await Promise.all([older, newer].map(async (dir) => (await openTree(dir)).snapshot.id));
});

const FAULTS: Record<string, (n: number) => { fileSystem: TreeFileSystem; hasFailed: () => boolean }> = {
  "on a full disk": (n) => failing("ENOSPC", GROWING, (at) => at >= n),
  "on a disk that fails": (n) => failing("EIO", CHANGES, (at) => at === n),
  "by a process that dies": (n) => {
    const fileSystem = dyingAt(n);
    return { fileSystem, hasFailed: () => fileSystem.changes() >= n };
  },
};

describe("a build with an archive, feeds and data files", () => {
  it.each(Object.entries(FAULTS))(
    "%s at many changes leaves the old tree or the new one, whole, and the next run completes it",
    async (kind, faultAt) => {
      let n = 1;
      // Each change of a small tree is tried in test/tree, and deaths at random moments in test/kills.
      for (; ; n += kind.includes("dies") ? 4 : 2) {
        rmSync(ground, { recursive: true, force: true });
        cpSync(older, out, { recursive: true });
        const { fileSystem, hasFailed } = faultAt(n);
        const error = await build(out, 2, fileSystem).then(
          () => undefined,
          (caught: unknown) => caught,
        );
        if (!hasFailed()) break;
        if (error !== undefined && !kind.includes("dies")) {
          expect([n, error]).toMatchObject([n, { code: "folder-unwritable" }]);
          expect(error).toBeInstanceOf(UserError);
        }
        await recoverTree(out);
        expect([n, (await verifyTree(out)).faults]).toEqual([n, []]);
        expect(ids).toContain((await openTree(out)).snapshot.id);
        await build(out, 2);
        expect([n, filesUnder(out)]).toEqual([n, filesUnder(newer)]);
        expect([n, namesIn(ground)]).toEqual([n, ["tree"]]);
      }
      process.stdout.write(`${kind}: ${n - 1} changes\n`);
      expect(n).toBeGreaterThan(50);
    },
    600_000,
  );
});
