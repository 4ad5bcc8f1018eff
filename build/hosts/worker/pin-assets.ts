import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenPin, openPin } from "../../history/pins/files.ts";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { makeFolder } from "../../platform/make-folder.ts";
import { UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";
import { PIN_LIST, PIN_OBJECTS, type PinList, writeObjects } from "./pin-list.ts";

/**
 * Writes the list of a tree's pins for a Worker, which can neither list a folder nor read a part of a file: which
 * snapshots there are, and which pin has each content.
 *
 * @param dir folder of the tree
 * @param assets folder of the deployment
 * @returns the pins by path; empty if there are none
 */
export async function writePinAssets(dir: string, assets: string): Promise<readonly string[]> {
  const opened = await Promise.all(
    unindexedFiles(NODE_FILE_SYSTEM, dir, UNINDEXED.pins).map((path) => openPin(dir, path)),
  );
  const pins = opened.filter((pin): pin is OpenPin => pin !== undefined);
  if (pins.length === 0) return [];
  const list: PinList = {
    pins: pins.map(({ path }) => path),
    snapshots: pins.flatMap(({ table }) => table.snapshots),
  };
  makeFolder(join(assets, PIN_LIST, ".."));
  writeFileSync(join(assets, PIN_LIST), JSON.stringify(list));
  const objects = pins.flatMap(({ table }, pin) => [...table.objects()].map((object) => ({ ...object, pin })));
  writeFileSync(join(assets, PIN_OBJECTS), writeObjects(objects));
  return list.pins;
}
