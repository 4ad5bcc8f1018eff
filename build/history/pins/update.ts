import { join } from "node:path";
import type { IndexEntry, SnapshotRecord } from "../../contract/wire/snapshot.ts";
import type { TreeFileSystem } from "../../platform/file-system.ts";
import { sha256 } from "../../platform/hash.ts";
import { HOUR_MS } from "../../platform/time.ts";
import { PINS } from "../../tree/file.ts";
import type { Previous } from "../../tree/previous.ts";
import { linkOrCopy } from "../../tree/staging.ts";
import { pinContent } from "./content.ts";
import { NODE_PIN_TOOLS, type OpenPin, openPin, readBlob } from "./files.ts";
import { joinPins, sealed } from "./join.ts";
import { contentsOfApi, makePin, type ToldToday } from "./make.ts";
import { dayOf, isPinFile, isPinKept, PIN_KINDS, pinFile, sinceIn } from "./names.ts";
import type { PinTable } from "./table.ts";

/** How long a snapshot can be asked after another has taken its place, in ms of `as_of`. */
export const KEEP_SNAPSHOTS_FOR = 7 * 24 * HOUR_MS;

export interface PinningGround {
  fs: TreeFileSystem;
  /** The tree before. */
  before: Pick<Previous, "snapshot" | "sections" | "text" | "tree">;
  /** Where the next one grows. */
  dir: string;
  /** ms; 0 keeps none. */
  keepFor: number;
  report?: ((line: string) => void) | undefined;
}

/** The tree that grows. */
export interface Next {
  snapshot: Pick<SnapshotRecord, "id" | "as_of" | "index">;
  sections: ReadonlyMap<string, readonly IndexEntry[]>;
}

/**
 * Takes the pins of the tree before over, but those that are too old, and adds the one of its own snapshot. They are in no index:
 * whatever is made of them has the hashes of that snapshot. Where one cannot be made those before it are of no use either, for
 * they lack what has gone with it: then there are none, which is told.
 *
 * @throws Error where one cannot be written, as for every other file of the tree
 */
export async function pinFiles(ground: PinningGround, next: Next): Promise<void> {
  const { fs, before, dir, keepFor, report } = ground;
  const now = Date.parse(next.snapshot.as_of);
  if (keepFor <= 0) return;
  const isSame = before.snapshot.id === next.snapshot.id && before.snapshot.as_of === next.snapshot.as_of;
  const pin = isSame ? undefined : await pinOf(ground, next).catch((error: Error) => error);
  if (pin instanceof Error) {
    report?.(`the snapshots before can no longer be asked: ${pin.message}`);
    return;
  }
  const old = pinsOf(fs, before.tree.dir).filter((path) => isPinKept(path, now, keepFor));
  const over = old.filter((path) => path.startsWith(`${PINS}step/`) && hourOf(sinceIn(path)) < hourOf(now));
  const merged = pin ? over : [];
  for (const path of old) if (!merged.includes(path)) takeOver(ground, path);
  for (const paths of byHour(merged))
    write(fs, dir, joinPins(paths.map((path) => fs.read(join(before.tree.dir, path)))), paths);
  if (pin) put(fs, join(dir, pinFile("step", { id: before.snapshot.id, since: next.snapshot.as_of })), pin);
}

/** The pins of a tree by path, oldest of each kind first. */
export function pinsOf(fs: Pick<TreeFileSystem, "look" | "list">, dir: string): string[] {
  return PIN_KINDS.flatMap((kind) => {
    const folder = join(dir, PINS, kind);
    if (fs.look(folder)?.kind !== "folder") return [];
    const paths = fs.list(folder).map((name) => `${PINS}${kind}/${name}`);
    return paths.filter((path) => isPinFile(path) && fs.look(join(dir, path))?.kind === "file").toSorted();
  });
}

async function pinOf({ fs, before }: PinningGround, { snapshot, sections }: Next): Promise<Uint8Array> {
  if (before.sections.size === 0) throw new Error("its index cannot be read");
  const since = Date.parse(snapshot.as_of);
  const read = (path: string) => {
    const file = join(before.tree.dir, path);
    return fs.look(file)?.kind === "file" ? fs.read(file) : undefined;
  };
  const stays = contentsOfApi(sections, snapshot.index);
  const today = await toldOn(dayOf(since), fs, before.tree.dir);
  const pin = await makePin({ before, read, since, stays, today });
  if (!pin) throw new Error("so much has changed that it is another tree");
  return sealed(pin);
}

/** What the pins of a day tell. */
async function toldOn(day: number, fs: TreeFileSystem, dir: string): Promise<ToldToday> {
  const paths = pinsOf(fs, dir).filter((path) => dayOf(sinceIn(path)) === day);
  const opened = await Promise.all(paths.map((path) => openPin(dir, path)));
  const pins = opened.filter((pin): pin is OpenPin => pin !== undefined);
  const versions = new Map<string, string[]>();
  for (const { table } of pins) noteVersions(table, versions);
  const where = (sha256: string) => pins.find(({ table }) => table.find(sha256) !== undefined);
  const find = async (wanted: string) => {
    const pin = where(wanted);
    const object = pin?.table.find(wanted);
    const blob = pin && object && (await readBlob(dir, pin.path, object));
    return blob && { blob, bytes: object.bytes };
  };
  return {
    has: (wanted) => where(wanted) !== undefined,
    last: (role) => ((versions.get(role)?.length ?? 0) > 0 ? (versions.get(role) as string[]).length - 1 : undefined),
    version: (role, version) => versions.get(role)?.[version],
    async content(wanted) {
      const made = await pinContent(wanted, find, NODE_PIN_TOOLS).catch(() => undefined);
      return made && sha256(made) === wanted ? made : undefined;
    },
  };
}

function noteVersions(table: PinTable, versions: Map<string, string[]>): void {
  for (const { role, version, sha256: hash } of table.objects()) {
    const list = versions.get(role) ?? [];
    versions.set(role, list);
    list[version] = hash;
  }
}

function takeOver({ fs, before, dir }: PinningGround, path: string): void {
  fs.makeFolder(join(dir, path, ".."));
  linkOrCopy(fs, join(before.tree.dir, path), join(dir, path));
}

function byHour(paths: readonly string[]): string[][] {
  const hours = [...new Set(paths.map((path) => hourOf(sinceIn(path))))];
  return hours.map((hour) => paths.filter((path) => hourOf(sinceIn(path)) === hour));
}

function hourOf(instant: number): number {
  return Math.floor(instant / HOUR_MS);
}

/** Under the name of the last. */
function write(fs: TreeFileSystem, dir: string, pin: Uint8Array, paths: readonly string[]): void {
  const name = paths.at(-1)?.slice(`${PINS}step/`.length) ?? "";
  put(fs, join(dir, PINS, "hour", name), pin);
}

function put(fs: TreeFileSystem, path: string, pin: Uint8Array): void {
  fs.makeFolder(join(path, ".."));
  fs.remove(path);
  fs.write(path, pin);
}
