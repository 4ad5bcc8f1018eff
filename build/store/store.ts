import { open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import type * as z from "zod";
import { UserError } from "../platform/error.ts";
import { makeFolder } from "../platform/file-system.ts";
import { hashOfLine, sha256 } from "../platform/hash.ts";
import { encodeLines, textLines } from "../platform/text-lines.ts";
import type { Derive } from "./derive.ts";
import { noteLineKey } from "./event-days.ts";

/**
 * Reads a JSON file of a store, with strict validation.
 *
 * @param dir folder of the store
 * @param name path in it, such as `noaa/state.json`
 * @param schema strict
 * @returns undefined if there is no such file
 * @throws UserError `store-unreadable`, `store-malformed`
 */
export async function readStateFile<S>(dir: string, name: string, schema: z.ZodType<S>): Promise<S | undefined> {
  const bytes = await readStoreFile(dir, name);
  return bytes && parseState(bytes, path.join(dir, name), schema);
}

/** Like `readStateFile`, for a file whose content can be had again: a damaged one counts as absent. @throws UserError `store-unreadable` */
export async function readScratchFile<S>(dir: string, name: string, schema: z.ZodType<S>): Promise<S | undefined> {
  try {
    return await readStateFile(dir, name, schema);
  } catch (error) {
    if (error instanceof UserError && error.code === "store-malformed") return undefined;
    throw error;
  }
}

/** What this process knows of a state that ends with a list `events` with one line for each event. */
export interface LineMemory<Event> {
  schema: z.ZodType<Event>;
  /** The state that was read or written last. */
  last?: LastLines<Event>;
}

interface LastLines<Event> {
  /** SHA-256 of the file. */
  sha256: string;
  lines: readonly string[];
  /** The event that was read from each line; undefined for a line that was written and not read. */
  events: readonly (Event | undefined)[];
}

/**
 * Like `readStateFile`, for a state that was written by `writeStateLines`. If the line of an event is the same as in the last state,
 * the same object is returned. From minute to minute this is true for nearly all events, and parsing them would take longer than
 * everything else. If an earlier process has validated the whole state with the same schema, its lines are not validated again.
 *
 * @param schema of the state
 * @param derive the cells beside the store, which record that a state is valid
 * @returns the state, and the SHA-256 of its file; undefined if there is no such file
 */
export async function readStateLines<Event extends object, S extends { events: Event[] }>(
  dir: string,
  name: string,
  schema: z.ZodType<S>,
  memory: LineMemory<Event>,
  derive: Derive,
): Promise<{ state: S; sha256: string } | undefined> {
  const bytes = await readStoreFile(dir, name);
  if (!bytes) return undefined;
  const hash = sha256(bytes);
  const at = bytes.indexOf(EVENTS);
  const head = at >= 0 ? parsed(`${bytes.toString("utf8", 0, at)}${EVENTS.trimEnd()}]}`, schema) : undefined;
  const lines = head && linesOf(bytes, at + EVENTS.length, hash, memory);
  const checked = `checked/${name}`;
  const events = lines && eventsOf(lines, memory, derive.recall(checked, [hash]) === true);
  // The file was edited by hand or is damaged. Parsing it as a whole gives the right error.
  if (!events) return { state: parseState(bytes, path.join(dir, name), schema), sha256: hash };
  memory.last = { sha256: hash, lines, events };
  derive.put(checked, [hash], true);
  return { state: { ...head, events }, sha256: hash };
}

const EVENTS = '\n"events":[\n';
const BETWEEN = ",\n";
const END = "]}\n";

/** The lines of the events, or undefined if the file does not end as it was written. */
function linesOf(bytes: Buffer, from: number, hash: string, { last }: LineMemory<unknown>): readonly string[] | undefined {
  if (last?.sha256 === hash) return last.lines;
  const to = bytes.length - END.length;
  return bytes.toString("latin1", to) === END ? textLines(bytes.subarray(from, to), BETWEEN) : undefined;
}

function eventsOf<Event extends object>(
  lines: readonly string[],
  { last, schema }: LineMemory<Event>,
  isChecked: boolean,
): Event[] | undefined {
  const known = last?.lines === lines ? undefined : new Map(last?.lines.map((line, at) => [line, last.events[at]]));
  const events: Event[] = [];
  for (const [at, line] of lines.entries()) {
    const before = known ? known.get(line) : last?.events[at];
    const event = before ?? (isChecked ? (JSON.parse(line) as Event) : parsed(line, schema));
    if (event === undefined) return undefined;
    if (!before) noteLineKey(Object.freeze(event), hashOfLine(line));
    events.push(event);
  }
  return events;
}

/**
 * Writes a state as one JSON document with one line for each event. The lines of events that were read from a state are not made
 * again.
 *
 * @param head the document up to the list of events, without a comma at the end
 * @returns the SHA-256 of the file
 * @throws UserError `store-unwritable`
 */
export async function writeStateLines<Event extends object>(
  dir: string,
  name: string,
  head: string,
  events: readonly Event[],
  memory: LineMemory<Event>,
): Promise<string> {
  const known = new Map(memory.last?.events.map((event, at) => [event, memory.last?.lines[at]]));
  const lines = events.map((event) => known.get(event) ?? JSON.stringify(event));
  const open = `${head},${lines.length === 0 ? EVENTS.trimEnd() : EVENTS}`;
  const bytes = Buffer.concat([Buffer.from(open), encodeLines(lines, BETWEEN), Buffer.from(END)]);
  await writeStateFile(dir, name, bytes);
  const hash = sha256(bytes);
  memory.last = { sha256: hash, lines, events: events.map((event) => (known.has(event) ? event : undefined)) };
  return hash;
}

function parsed<S>(text: string, schema: z.ZodType<S>): S | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Reads the bytes of a file of a store.
 *
 * @returns undefined if there is no such file
 * @throws UserError `store-unreadable`
 */
export async function readStoreFile(dir: string, name: string): Promise<Buffer | undefined> {
  const file = path.join(dir, name);
  try {
    return await readFile(file);
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw new UserError("store-unreadable", `the store's ${file} cannot be read: ${systemReason(error)}`);
  }
}

/**
 * Writes a file of a store atomically: to a temporary file in the same folder, which is flushed and renamed; then the folder is
 * flushed. A reader, also after a crash at any moment, finds either the old file or the new one. Creates the folder if it is
 * missing.
 *
 * @throws UserError `store-unwritable`; the old file is unchanged
 */
export async function writeStateFile(dir: string, name: string, content: string | Uint8Array): Promise<void> {
  const target = path.join(dir, name);
  const temporary = `${target}${TEMPORARY}${process.pid}`;
  try {
    makeFolder(path.dirname(target));
    await writeFlushed(temporary, content);
    await rename(temporary, target);
    await flushFolder(path.dirname(target));
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw unwritable(dir, error);
  }
}

/** A JSON list with one line for each item, so that common tools can compare and search it. */
export function jsonLines(list: readonly unknown[]): string {
  return `[${list.map((item) => `\n${JSON.stringify(item)}`).join(",")}]`;
}

/** Removes a file of a store; no error if it is missing. @throws UserError `store-unwritable` */
export async function removeStateFile(dir: string, name: string): Promise<void> {
  try {
    await rm(path.join(dir, name), { force: true });
  } catch (error) {
    throw unwritable(dir, error);
  }
}

/** Separates the name of a file from the number of the writing process in the name of a temporary file. */
export const TEMPORARY = ".next-";

const FULL: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT"]);

/** The error for a failed write to a store. */
export function unwritable(dir: string, error: unknown): UserError {
  const isFull = FULL.has(systemCode(error));
  const reason = isFull ? "the disk, or the quota of its user, is full" : systemReason(error);
  const hint = isFull ? "make room and run again" : "choose a folder that can be written with --store";
  return new UserError("store-unwritable", `the store ${dir} cannot be written: ${reason}`, hint);
}

function parseState<S>(bytes: Uint8Array, file: string, schema: z.ZodType<S>): S {
  const hint = "restore it from a backup, or remove it and ingest again";
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw new UserError("store-malformed", `the store's ${file} is not JSON`, hint);
  }
  const checked = schema.safeParse(value);
  if (checked.success) return checked.data;
  const [issue] = checked.error.issues;
  const where = issue?.path.join(".") || "the whole";
  throw new UserError("store-malformed", `the store's ${file} is not a state: ${where}: ${issue?.message}`, hint);
}

async function writeFlushed(file: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(file, "w");
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename survives a power failure only after the folder is flushed. Not every system supports this. */
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
