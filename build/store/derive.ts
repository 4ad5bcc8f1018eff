/**
 * Cells: values that follow from their inputs, kept in `derived/` beside a store, so that the next build need not make them again.
 *
 * A cell is recalled only if the program and all its inputs are the same. Whatever is in `derived/` can be deleted at any time: then
 * a build takes longer and makes the same bytes. With QUAKETREE_CHECK_CELLS=1, as in all tests, each value that could be recalled is
 * made as well, and the two are compared.
 */
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { makeFolder } from "../platform/file-system.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { once } from "../platform/lists.ts";
import { ignoringErrors } from "../platform/lock.ts";
import { programKey } from "../platform/program.ts";

/** A value, and its hash as an input of other cells. */
interface Cell<Value> {
  /** Read on first use. */
  readonly value: Value;
  readonly hash: string;
}

/** Names begin with a kind, followed by a slash where there are several of a kind. Inputs and values are JSON. */
export interface Derive {
  /** The value by its inputs: recalled, or made. */
  <Value>(name: string, inputs: readonly unknown[], make: () => Value): Cell<Value>;
  /** Values by keys, in one cell. A key identifies everything of which its value is made besides the common inputs. */
  each: <Value>(name: string, inputs: readonly unknown[]) => (key: string, make: () => Value) => Value;
  /** A value that `put` has kept. */
  recall: (name: string, inputs?: readonly unknown[]) => unknown;
  put: (name: string, inputs: readonly unknown[], value: unknown) => void;
  /** Keeps a cell that this build does not use. Returns whether there is one. */
  spare: (name: string) => boolean;
  /**
   * Writes the list of cells, in one step. Of kinds that were asked for, the cells that were not are dropped.
   *
   * @returns a warning if the folder cannot be written
   */
  save: () => string | undefined;
  /** Identifies the program. */
  program: string;
}

/** For builds without a store: nothing is recalled or kept. */
export const NO_CELLS: Derive = Object.assign(
  <Value>(_name: string, _inputs: readonly unknown[], make: () => Value): Cell<Value> => cellOf(make()),
  {
    each:
      <Value>() =>
      (_key: string, make: () => Value): Value =>
        make(),
    recall: () => undefined,
    put: () => {},
    spare: () => false,
    save: () => undefined,
    program: "",
  },
);

function cellOf<Value>(value: Value): Cell<Value> {
  return {
    value,
    get hash() {
      return sha256(JSON.stringify(value));
    },
  };
}

/** A value as text, with its hash. */
interface Known {
  hash: string;
  text: string;
}

/** The values of `each`, by key: of the last build, and of this one. */
interface Table {
  key: string;
  before: ReadonlyMap<string, unknown>;
  used: Map<string, unknown>;
}

/**
 * Opens the cells beside a store.
 *
 * @param dir folder of the store; undefined: nothing is kept
 * @param prepared has cells that are recalled where the store lacks them
 */
export function openDerive(dir: string | undefined, prepared: Derive = NO_CELLS): Derive {
  return openCells(dir === undefined ? undefined : join(dir, "derived"), prepared.program || programKey(), prepared);
}

/**
 * Opens the cells in a folder. A damaged file counts as absent; in a folder that is read-only nothing is kept, and `save` says so.
 *
 * @param folder undefined: nothing is kept
 * @param program identifies the program
 */
export function openCells(folder: string | undefined, program: string, prepared: Derive = NO_CELLS): Derive {
  const before = folder === undefined ? new Map<string, Line>() : readLines(folder);
  const asked = new Map<string, Line>();
  const tables = new Map<string, Table>();
  let fault: string | undefined;
  const isChecked = process.env["QUAKETREE_CHECK_CELLS"] === "1";

  const keyOf = (inputs: readonly unknown[]) => hashOfValues([program, ...inputs]);

  function known(name: string, key: string): Known | undefined {
    const line = asked.get(name) ?? before.get(name);
    const text = folder !== undefined && line?.key === key ? read(join(folder, VALUES, line.hash)) : undefined;
    if (!line || text === undefined || sha256(text) !== line.hash) return undefined;
    asked.set(name, line);
    return { text, hash: line.hash };
  }

  function keep(name: string, key: string, value: unknown): string {
    const text = JSON.stringify(value);
    const hash = sha256(text);
    asked.set(name, { key, hash });
    if (folder !== undefined) fault = faultOf(() => write(join(folder, VALUES, hash), text)) ?? fault;
    return hash;
  }

  function recall(name: string, inputs: readonly unknown[] = []): unknown {
    const own = known(name, keyOf(inputs));
    return own ? JSON.parse(own.text) : prepared.recall(name, inputs);
  }

  function derive<Value>(name: string, inputs: readonly unknown[], make: () => Value): Cell<Value> {
    const key = keyOf(inputs);
    const own = known(name, key);
    if (own) {
      const read = once(() => JSON.parse(own.text) as Value);
      if (isChecked) compare(name, make(), read());
      return {
        hash: own.hash,
        get value() {
          return read();
        },
      };
    }
    const ready = prepared.recall(name, inputs) as Value | undefined;
    if (ready !== undefined) return cellOf(ready);
    const value = make();
    return { value, hash: keep(name, key, value) };
  }

  function each<Value>(name: string, inputs: readonly unknown[]) {
    const key = keyOf(inputs);
    let table = tables.get(name);
    if (table?.key !== key) {
      // As a list: to read an object with ten thousand names takes several times as long.
      const last = (recall(name, inputs) ?? []) as [string, unknown][];
      tables.set(name, (table = { key, before: new Map(last), used: new Map() }));
    }
    const { before: last, used } = table;
    return (item: string, make: () => Value): Value => {
      if (used.has(item)) return used.get(item) as Value;
      const recalled = last.get(item) as Value | undefined;
      const value = recalled ?? make();
      if (isChecked && recalled !== undefined && asked.has(name)) compare(`${name} ${item}`, make(), recalled);
      used.set(item, value);
      return value;
    };
  }

  function save(): string | undefined {
    for (const [name, { key, before: last, used }] of tables) {
      const isSame = used.size === last.size && [...used.keys()].every((item) => last.has(item));
      if (!isSame) keep(name, key, [...used]);
    }
    const kinds = new Set([...asked.keys()].map(kindOf));
    const others = [...before].filter(([name]) => !kinds.has(kindOf(name)));
    if (folder !== undefined) fault = writeLines(folder, new Map([...others, ...asked])) ?? fault;
    return fault && `${folder} cannot be written (${fault}): the next build takes longer, and makes the same`;
  }

  return Object.assign(derive, {
    each,
    recall,
    put: (name: string, inputs: readonly unknown[], value: unknown) => void keep(name, keyOf(inputs), value),
    spare: (name: string) => {
      const line = before.get(name);
      if (line) asked.set(name, line);
      return line !== undefined && folder !== undefined && existsSync(join(folder, VALUES, line.hash));
    },
    save,
    program,
  });
}

function kindOf(name: string): string {
  return name.split("/")[0] as string;
}

/** @throws Error if an input is missing: the value that was recalled would be made otherwise */
function compare(name: string, made: unknown, recalled: unknown): void {
  if (!isDeepStrictEqual(made, recalled)) throw new Error(`the cell ${name} lacks an input: its value is made otherwise now`);
}

/** A line of the list of cells. */
interface Line {
  key: string;
  hash: string;
}

/** The list: a line with the SHA-256 of the rest, then name, key and hash of each cell. */
const LIST = "cells";
/** The folder of values, by hash. */
const VALUES = "values";

function readLines(folder: string): Map<string, Line> {
  const text = read(join(folder, LIST)) ?? "";
  const end = text.indexOf("\n") + 1;
  const isWhole = text.slice(0, end - 1) === sha256(text.slice(end));
  const rows = isWhole ? text.slice(end).split("\n").slice(0, -1) : [];
  return new Map(rows.map((row) => row.split(" ")).map(([name = "", key = "", hash = ""]) => [name, { key, hash }]));
}

/** @returns why it cannot be written */
function writeLines(folder: string, lines: ReadonlyMap<string, Line>): string | undefined {
  const text = Array.from(lines, ([name, { key, hash }]) => `${name} ${key} ${hash}\n`)
    .toSorted()
    .join("");
  const list = `${sha256(text)}\n${text}`;
  if (read(join(folder, LIST)) === list) return undefined;
  const temporary = join(folder, `${LIST}.next-${process.pid}`);
  const fault = faultOf(() => {
    write(temporary, list);
    renameSync(temporary, join(folder, LIST));
  });
  const named = new Set(Array.from(lines.values(), ({ hash }) => hash));
  ignoringErrors(() => {
    for (const name of readdirSync(join(folder, VALUES))) if (!named.has(name)) rmSync(join(folder, VALUES, name), { force: true });
  });
  return fault;
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** Not in one step: a value that is cut short does not have the hash of its name. */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    makeFolder(dirname(file));
    writeFileSync(file, text);
  }
}

/** @returns why it cannot be written: the store may be read-only, or the disk full */
function faultOf(act: () => void): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
  }
}
