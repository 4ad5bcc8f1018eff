import { join } from "node:path";
import type { Fault } from "./fault.ts";
import { NODE_FILE_SYSTEM } from "./file-system.ts";
import { pinsOf } from "./pin-grow.ts";
import { isWholePin } from "./pin-join.ts";

/** What is wrong with the pins of a tree: whether each is as it was written. */
export function pinFaults(dir: string): Fault[] {
  const damaged = pinsOf(NODE_FILE_SYSTEM, dir).filter((path) => !isWholePin(NODE_FILE_SYSTEM.read(join(dir, path))));
  return damaged.map((path) => ({ path, kind: "changed", message: "is not the pin that was written" }));
}
