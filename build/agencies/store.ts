import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { UserError } from "../error.ts";
import { makeFolder } from "../make-folder.ts";
import { type UsgsState, usgsStateSchema } from "./state.ts";

/** What a store holds; an agency that was never ingested is absent. */
export interface StoreContents {
  usgs?: UsgsState;
}

/**
 * Reads every state of a store folder, strictly. A folder that is not there is an empty store.
 *
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readStore(dir: string): Promise<StoreContents> {
  const usgs = await readState(path.join(dir, "usgs", "state.json"));
  return usgs ? { usgs } : {};
}

/**
 * Writes a state so that a reader, or a crash at any moment, finds either the old one or the new one: to a temporary
 * file beside it, flushed, then renamed.
 *
 * @throws UserError `store-unwritable`
 */
export async function writeState(dir: string, state: UsgsState): Promise<void> {
  const folder = path.join(dir, state.agency);
  const target = path.join(folder, "state.json");
  const temporary = `${target}.next-${process.pid}`;
  try {
    makeFolder(folder);
    await writeFlushed(temporary, stateText(state));
    await rename(temporary, target);
    await flushFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    const hint = "choose a folder that can be written with --store";
    throw new UserError("store-unwritable", `the store ${dir} cannot be written: ${systemReason(error)}`, hint);
  }
}

async function readState(file: string): Promise<UsgsState | undefined> {
  let content: string;
  try {
    content = await readFile(file, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new UserError("store-unreadable", `the store's ${file} cannot be read: ${systemReason(error)}`);
  }
  return parseState(content, file);
}

function parseState(content: string, file: string): UsgsState {
  const hint = "restore it from a backup, or remove it and ingest again";
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    throw new UserError("store-malformed", `the store's ${file} is not JSON`, hint);
  }
  const checked = usgsStateSchema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const where = issue?.path.join(".") || "the whole";
  throw new UserError("store-malformed", `the store's ${file} is not a state: ${where}: ${issue?.message}`, hint);
}

/** One JSON document with a line for each event, so that it can be compared and searched with everyday tools. */
function stateText({ events, withdrawn, ...head }: UsgsState): string {
  const open = JSON.stringify(head).slice(0, -1);
  return `${open},\n"withdrawn":[${linesOf(withdrawn)}],\n"events":[${linesOf(events)}]}\n`;
}

function linesOf(list: readonly unknown[]): string {
  return list.map((item) => `\n${JSON.stringify(item)}`).join(",");
}

async function writeFlushed(file: string, content: string): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename is only safe against a power cut once the folder itself is flushed; not every system lets one. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r").catch(() => undefined);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function systemReason(error: unknown): string {
  return systemCode(error) ?? (error instanceof Error ? error.message : String(error));
}
