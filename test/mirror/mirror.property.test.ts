import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { missing, tooLarge, unreachable } from "../../build/tree/origins/mirror-errors.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import type { Origin, ReadOptions } from "../../build/tree/origins/origin.ts";
import { openTree, readNamed } from "../../build/tree/read.ts";
import { verifyTree } from "../../build/verify/verify.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { dyingAt } from "../tree/dying.ts";
import { mirror, publishWithDeltas } from "../tree/mirroring.ts";
import { recoverTree } from "../tree/recover-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { filesUnder } from "../tree/tree-files.ts";

const folder = temporaryFolder();
const HOURS = [1, 2, 3];
/** Each hour's tree, with the history of those before. */
const at = (hour: number) => join(folder, `hour-${hour}`);
/** A mirror of the first. */
const copied = join(folder, "copied");
const texts = new Map<number, Record<string, string>>();

beforeAll(async () => {
  for (const hour of HOURS) {
    for (let one = 1; one <= hour; one++) await publishWithDeltas(at(hour), one);
    texts.set(hour, filesUnder(at(hour)));
  }
  await mirror(createFolderOrigin(at(1)), copied);
});

/** The hour whose tree a folder is to the byte, undefined where it is none of them. */
function hourOf(dir: string): number | undefined {
  const found = filesUnder(dir);
  return HOURS.find((hour) => JSON.stringify(sorted(found)) === JSON.stringify(sorted(texts.get(hour) ?? {})));
}

function sorted(files: Record<string, string>): [string, string][] {
  return Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

type Fault =
  | { kind: "fine" }
  | { kind: "missing" }
  | { kind: "cut" | "flipped" | "longer"; byte: number }
  | { kind: "moved"; hour: number };

const fault: fc.Arbitrary<Fault> = fc.oneof(
  { weight: 8, arbitrary: fc.constant({ kind: "fine" } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "missing" } as const) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("cut" as const, "flipped" as const, "longer" as const), byte: fc.nat(5_000) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("moved" as const), hour: fc.constantFrom(...HOURS) }) },
);

/** An origin that is of one hour at first, and with each read does what is next on the list. */
function faulty(begin: number, faults: readonly Fault[]): Origin {
  let hour = begin;
  let next = 0;
  async function* read(path: string, options: ReadOptions): AsyncGenerator<Uint8Array> {
    const now = faults[next++ % Math.max(1, faults.length)] ?? { kind: "fine" };
    if (now.kind === "moved") hour = now.hour;
    if (now.kind === "missing") throw missing(path);
    let position = options.from ?? 0;
    for await (const chunk of createFolderOrigin(at(hour)).read(path, options)) {
      const bytes = Buffer.from(chunk);
      if (now.kind === "cut" && position + bytes.length > now.byte) {
        yield bytes.subarray(0, Math.max(0, now.byte - position));
        throw unreachable(path, "cut");
      }
      if (now.kind === "flipped" && now.byte >= position && now.byte - position < bytes.length)
        bytes.writeUInt8((bytes[now.byte - position] ?? 0) ^ 1, now.byte - position);
      position += bytes.length;
      yield bytes;
    }
    if (now.kind === "longer" && position + 1 > options.maxBytes) throw tooLarge(path, options.maxBytes);
    if (now.kind === "longer") yield Buffer.from("!");
  }
  return { name: "faulty", read };
}

test("after any faults the copy is the old tree or a new one, never older, and a plain run completes it", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...HOURS), fc.array(fault, { maxLength: 25 })), { minLength: 1, maxLength: 4 }),
      (runs) =>
        inTemporaryFolder(async (dir) => {
          const out = join(dir, "copy");
          let had = 0;
          for (const [hour, faults] of runs) {
            await mirror(faulty(hour, faults), out).catch((error: unknown) => expect(error).toMatchObject({ name: "UserError" }));
            const has = existsSync(out) ? hourOf(out) : 0;
            expect(has).toBeGreaterThanOrEqual(had);
            had = has ?? 0;
          }
          await mirror(createFolderOrigin(at(3)), out);
          expect(hourOf(out)).toBe(3);
          expect(readdirSync(dir)).toEqual(["copy"]);
        }),
    ),
    { numRuns: 25 },
  ));

test("a crash at any change leaves the old tree or the new one, and mirroring again completes", async () => {
  let died = true;
  for (let n = 1; died; n++) {
    died = await inTemporaryFolder(async (dir) => {
      const out = join(dir, "copy");
      cpSync(copied, out, { recursive: true });
      const fileSystem = dyingAt(n);
      const failed = await mirror(createFolderOrigin(at(3)), out, { fileSystem }).then(
        () => false,
        () => true,
      );
      const { files } = await openTree(out);
      for (const entry of files.values()) expect([entry.path, (await readNamed(out, entry)) !== undefined]).toEqual([entry.path, true]);
      await recoverTree(out);
      expect([1, 3]).toContain(hourOf(out));
      await mirror(createFolderOrigin(at(3)), out);
      expect(hourOf(out)).toBe(3);
      expect((await verifyTree(out)).faults).toEqual([]);
      return failed;
    });
    expect(n).toBeLessThan(200);
  }
});

test("a crash during the first copy leaves none, and mirroring again completes", async () => {
  for (let n = 1; n < 50; n++) {
    await inTemporaryFolder(async (dir) => {
      const out = join(dir, "copy");
      await mirror(createFolderOrigin(at(1)), out, { fileSystem: dyingAt(n) }).catch(() => {});
      await recoverTree(out);
      if (existsSync(join(out, "snapshot.json"))) expect(hourOf(out)).toBe(1);
      await mirror(createFolderOrigin(at(1)), out);
      expect(hourOf(out)).toBe(1);
    });
  }
});

function link(): never {
  throw Object.assign(new Error("EPERM"), { code: "EPERM", syscall: "link" });
}

test("a file system without hard links does as well", () =>
  inTemporaryFolder(async (dir) => {
    const out = join(dir, "copy");
    for (const hour of [1, 2]) {
      await mirror(createFolderOrigin(at(hour)), out, { fileSystem: { ...NODE_FILE_SYSTEM, link } });
      expect(hourOf(out)).toBe(hour);
    }
    expect(readFileSync(join(out, "api.json"), "utf8")).toContain("2");
    rmSync(out, { recursive: true });
  }));
