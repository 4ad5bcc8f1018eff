import { join } from "node:path";
import { NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import type { Fault } from "../../tree/fault.ts";
import { isWholePin } from "./join.ts";
import { pinsOf } from "./update.ts";

/** What is wrong with the pins of a tree: whether each is as it was written. */
export function pinFaults(dir: string): Fault[] {
  const damaged = pinsOf(NODE_FILE_SYSTEM, dir).filter((path) => !isWholePin(NODE_FILE_SYSTEM.read(join(dir, path))));
  return damaged.map((path) => ({ path, kind: "changed", message: "is not the pin that was written" }));
}
