import { readStateFile, writeStateFile } from "../../store/store.ts";
import { type UsgsState, usgsStateSchema } from "./state.ts";

const FILE = "usgs/state.json";

/** @throws UserError `store-unreadable`, `store-malformed` */
export function readUsgsState(dir: string): Promise<UsgsState | undefined> {
  return readStateFile(dir, FILE, usgsStateSchema);
}

/**
 * One JSON document with a line for each event, so that it can be compared and searched with everyday tools.
 *
 * @throws UserError `store-unwritable`
 */
export async function writeUsgsState(dir: string, { events, withdrawn, ...head }: UsgsState): Promise<void> {
  const open = JSON.stringify(head).slice(0, -1);
  await writeStateFile(dir, FILE, `${open},\n"withdrawn":[${linesOf(withdrawn)}],\n"events":[${linesOf(events)}]}\n`);
}

function linesOf(list: readonly unknown[]): string {
  return list.map((item) => `\n${JSON.stringify(item)}`).join(",");
}
