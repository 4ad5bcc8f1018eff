import { join } from "node:path";
import type { TreeFileSystem } from "../../platform/file-system.ts";
import { sha256 } from "../../platform/hash.ts";
import type { Previous, Transition, TransitionStep } from "../../tree/transition.ts";
import { PIN_KEPT_MS, pinFile, pinFolder, timeIn, UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";
import { pinContent } from "./content.ts";
import { NODE_PIN_TOOLS, type OpenPin, openPin, readBlob } from "./files.ts";
import { joinPins, withChecksum } from "./join.ts";
import { contentsOfApi, makePin, type PinnedToday } from "./make.ts";
import type { PinTable } from "./table.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Keeps the recent pins of the previous tree, and adds the one of its snapshot. They are in no index: decoded contents have the hashes
 * of that snapshot. If one cannot be made, earlier ones are useless too, because they lack the contents removed with it: then all are
 * removed, which is reported.
 *
 * @param keepFor how long a replaced snapshot stays available, in ms of `as_of`; 0: not at all
 * @returns a step that throws Error if a pin cannot be written
 */
export function pinFiles(keepFor = PIN_KEPT_MS): TransitionStep {
  return (transition) =>
    transition.before && keepFor > 0 ? update(transition, transition.before, keepFor) : undefined;
}

async function update(transition: Transition, before: Previous, keepFor: number): Promise<void> {
  const { fs, after, keep, write, report } = transition;
  const now = Date.parse(after.snapshot.as_of);
  const isSame = before.snapshot.id === after.snapshot.id && before.snapshot.as_of === after.snapshot.as_of;
  const pin = isSame ? undefined : await pinOf(transition, before).catch((error: Error) => error);
  if (pin instanceof Error) {
    report(`earlier snapshots are no longer available: ${pin.message}`);
    return;
  }
  const old = unindexedFiles(fs, before.tree.dir, UNINDEXED.pins).filter((path) => isPinKept(path, now, keepFor));
  const over = old.filter((path) => path.startsWith(pinFolder("step")) && hourOf(timeIn(path)) < hourOf(now));
  const merged = pin ? over : [];
  for (const path of old) if (!merged.includes(path)) keep(path);
  for (const paths of byHour(merged)) {
    const joined = joinPins(paths.map((path) => fs.read(join(before.tree.dir, path))));
    // Under the name of the last.
    write((paths.at(-1) ?? "").replace(pinFolder("step"), pinFolder("hour")), joined);
  }
  if (pin) write(pinFile("step", { id: before.snapshot.id, since: after.snapshot.as_of }), pin);
}

/**
 * Whether a pin stays. Its contents depend on other pins of the same day, so that all of a day are removed together.
 *
 * @param now `as_of` of the tree, ms since 1970 UTC
 * @param keepFor ms
 */
export function isPinKept(path: string, now: number, keepFor: number): boolean {
  const since = timeIn(path);
  // A replacement in the future was made with a wrong clock, and would stay for years.
  return since <= now && dayOf(since) + DAY_MS + keepFor >= now;
}

/** The beginning of its day, UTC. */
function dayOf(instant: number): number {
  return Math.floor(instant / DAY_MS) * DAY_MS;
}

async function pinOf({ fs, after: { snapshot, sections, index } }: Transition, before: Previous): Promise<Uint8Array> {
  if (before.sections.size === 0) throw new Error("its index cannot be read");
  const since = Date.parse(snapshot.as_of);
  const read = (path: string) => {
    const file = join(before.tree.dir, path);
    return fs.stat(file)?.kind === "file" ? fs.read(file) : undefined;
  };
  const stays = contentsOfApi(sections, index);
  const today = await pinnedOn(dayOf(since), fs, before.tree.dir);
  const pin = await makePin({ before, read, since, stays, today });
  if (!pin) throw new Error("too much has changed");
  return withChecksum(pin);
}

/** The contents of the pins of a day. */
async function pinnedOn(day: number, fs: TreeFileSystem, dir: string): Promise<PinnedToday> {
  const paths = unindexedFiles(fs, dir, UNINDEXED.pins).filter((path) => dayOf(timeIn(path)) === day);
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

function byHour(paths: readonly string[]): string[][] {
  const hours = [...new Set(paths.map((path) => hourOf(timeIn(path))))];
  return hours.map((hour) => paths.filter((path) => hourOf(timeIn(path)) === hour));
}

function hourOf(instant: number): number {
  return Math.floor(instant / HOUR_MS);
}
