/** A disk that is full, or fails, at each change of the file system in turn: an error that can be mended, and nothing lost. */
import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openTree } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { CHANGES, type Failing, failing, GROWING } from "./failing.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { impatient, mirror, publishWithDeltas } from "./mirroring.ts";
import { recoverTree } from "./recover-tree.ts";
import { filesUnder, namesIn } from "./tree-files.ts";

const folder = temporaryFolder();
const [older, newer, files] = [join(folder, "older"), join(folder, "newer"), join(folder, "files")];
const ground = join(folder, "ground");
const out = join(ground, "copy");
let server: HostileServer;
/** What the newer tree has. */
let wanted: Record<string, string>;
/** Ids of the older and the newer tree. */
const ids: string[] = [];

beforeAll(async () => {
  for (const hour of [1, 2]) await publishWithDeltas(older, hour);
  for (const hour of [1, 2, 3]) await publishWithDeltas(newer, hour);
  cpSync(newer, files, { recursive: true });
  rmSync(join(files, "deltas"), { recursive: true });
  for (const dir of [older, newer]) ids.push((await openTree(dir)).snapshot.id);
  wanted = filesUnder(newer);
  expect((await verifyTree(newer)).faults).toEqual([]);
  server = await startHostileServer(newer);
});
afterAll(() => server.close());

type Run = (more: { fileSystem?: Failing["fileSystem"] }) => Promise<unknown>;

const RUNS: readonly [what: string, run: Run][] = [
  ["a build", (more) => publishWithDeltas(out, 3, undefined, more)],
  [
    "a mirror that goes by deltas",
    (more) => {
      server.serve(newer);
      return mirror(impatient(server.url, { timeoutMs: 20_000 }), out, more);
    },
  ],
  [
    "a mirror that fetches files",
    (more) => {
      server.serve(files);
      return mirror(impatient(server.url, { timeoutMs: 20_000 }), out, more);
    },
  ],
];

/** Each number in turn, until nothing fails any more. */
async function atEach(run: Run, failingAt: (n: number) => Failing, message: RegExp): Promise<number> {
  for (let n = 1; ; n++) {
    rmSync(ground, { recursive: true, force: true });
    cpSync(older, out, { recursive: true });
    const { fileSystem, hasFailed } = failingAt(n);
    const error = await run({ fileSystem }).then(
      () => undefined,
      (caught: unknown) => caught,
    );
    if (!hasFailed()) return n - 1;
    if (error !== undefined) {
      expect(error).toMatchObject({ name: "UserError", code: "folder-unwritable", hint: expect.any(String) });
      expect((error as Error).message).toMatch(message);
    }
    await recoverTree(out);
    expect([n, (await verifyTree(out)).faults]).toEqual([n, []]);
    expect(ids).toContain((await openTree(out)).snapshot.id);
    await run({});
    expect(filesUnder(out)).toEqual(wanted);
    // Which is sound; deltas and pins, which depend on the way, are looked at now and then.
    if (n % 5 === 0) expect((await verifyTree(out)).faults).toEqual([]);
    expect(namesIn(ground)).toEqual(["copy"]);
  }
}

const full = (n: number) => failing("ENOSPC", GROWING, (at) => at >= n);
const broken = (n: number) => failing("EIO", CHANGES, (at) => at === n);

describe.each(RUNS)("%s", (_what, run) => {
  it("on a disk that is full from any change on tells so, has the old tree or the new one, and completes once there is room", async () => {
    expect(await atEach(run, full, /^cannot write .*: the disk is full$/)).toBeGreaterThan(30);
  });

  it("on a disk that fails at any one change loses nothing either", async () => {
    expect(await atEach(run, broken, /^cannot write .*: the disk fails$/)).toBeGreaterThan(30);
  });
});

describe("a delta that cannot be written", () => {
  it("because the previous tree is damaged is reported, and the new tree is written without it", async () => {
    rmSync(ground, { recursive: true, force: true });
    cpSync(older, out, { recursive: true });
    const lines: string[] = [];
    const { fileSystem } = failing("EIO", [], () => false);
    const read: typeof fileSystem.read = (path) => {
      if (path.endsWith("copy/api/recent.json")) throw Object.assign(new Error("EIO"), { code: "EIO", syscall: "read" });
      return fileSystem.read(path);
    };
    const more = { fileSystem: { ...fileSystem, read }, report: (line: string) => lines.push(line) };
    await publishWithDeltas(out, 3, undefined, more);
    expect(lines).toEqual([
      expect.stringMatching(/^api\/recent.json was changed or removed in .*copy and is written again$/),
      "no delta leads to this snapshot: EIO",
      "earlier snapshots are no longer available: EIO",
    ]);
    expect(readdirSync(join(out, "deltas/step"))).toHaveLength(1);
    expect((await verifyTree(out)).faults).toEqual([]);
  });
});
