import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { NO_CELLS, openDerive } from "../../build/store/derive.ts";
import { temporaryFolder } from "../support/temporary.ts";

let dir: string;
beforeEach(() => {
  dir = temporaryFolder();
});

/** What a build makes that asks for these cells: the names of those that it recalls are absent. */
function madeOf(asked: Readonly<Record<string, unknown>>, spared: readonly string[] = []): string[] {
  const made: string[] = [];
  const derive = openDerive(dir);
  for (const name of spared) derive.spare(name);
  for (const [name, input] of Object.entries(asked)) {
    const { value } = derive(name, [input], () => {
      made.push(name);
      return { of: input };
    });
    expect(value).toEqual({ of: input });
  }
  derive.save();
  return made;
}

/** Without the check, which makes each value. */
function unchecked<T>(act: () => T): T {
  const before = process.env["QUAKETREE_CHECK_CELLS"];
  delete process.env["QUAKETREE_CHECK_CELLS"];
  try {
    return act();
  } finally {
    process.env["QUAKETREE_CHECK_CELLS"] = before;
  }
}

it("a value is made once for its inputs, and the cells of a kind that a build does not ask for are dropped", () => {
  unchecked(() => {
    expect(madeOf({ "a/1": 1, "a/2": 2, b: 3 })).toEqual(["a/1", "a/2", "b"]);
    expect(madeOf({ "a/1": 1, "a/2": 0 })).toEqual(["a/2"]);
    expect(madeOf({ b: 3 })).toEqual([]);
    expect(madeOf({ "a/1": 1 }, ["a/2"])).toEqual([]);
    expect(madeOf({ "a/1": 1 })).toEqual([]);
    expect(madeOf({ "a/1": 1, "a/2": 0 })).toEqual(["a/2"]);
  });
});

it("whatever is lost or damaged is made again", () => {
  const asked = { "a/1": 1, "a/2": 2, b: 3 };
  unchecked(() => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom("lost", "empty", "other"), (at, fate) => {
        madeOf(asked);
        const folder = join(dir, "derived");
        const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file !== "values");
        const file = join(folder, files[at % files.length] as string);
        if (fate === "lost") rmSync(file);
        else writeFileSync(file, fate === "empty" ? "" : readFileSync(file, "utf8").replace(/[0-9]/g, "7"));
        expect(madeOf(asked).length).toBeGreaterThan(0);
        expect(madeOf(asked)).toEqual([]);
      }),
    );
  });
});

it("a value by keys is made once, with the common inputs, and dropped with its key", () => {
  const made: string[] = [];
  const look = (version: number, ...keys: string[]) => {
    const derive = openDerive(dir);
    const each = derive.each("list", [version]);
    for (const key of keys) {
      const value = each(key, () => {
        made.push(key);
        return `${key} ${version}`;
      });
      expect(value).toBe(`${key} ${version}`);
    }
    derive.save();
    return made.splice(0);
  };
  unchecked(() => {
    expect(look(1, "a", "b", "a")).toEqual(["a", "b"]);
    expect(look(1, "b", "c")).toEqual(["c"]);
    expect(look(1, "a", "b")).toEqual(["a"]);
    expect(look(2, "a", "b")).toEqual(["a", "b"]);
  });
});

it("work ends where a value is the same for other inputs", () => {
  const derive = openDerive(dir);
  const parity = (number: number) => derive("parity", [number], () => number % 2);
  const word = (number: number) => derive("word", [parity(number).hash], () => (number % 2 ? "odd" : "even"));
  expect(word(1).value).toBe("odd");
  expect([parity(3).hash, word(3).hash]).toEqual([parity(5).hash, word(5).hash]);
  expect(word(4).value).toBe("even");
});

it("a check finds a value with an input that its cell lacks", () => {
  let lacking = 1;
  const ask = () => {
    const derive = openDerive(dir);
    const values = [derive("one", [], () => lacking).value, derive.each("list", [])("key", () => lacking)];
    derive.save();
    return values;
  };
  expect([ask(), ask()]).toEqual([
    [1, 1],
    [1, 1],
  ]);
  lacking = 2;
  expect(ask).toThrow("the cell one lacks an input");
  expect(unchecked(ask)).toEqual([1, 1]);
});

it("prepared cells are recalled, and nothing is kept without a store or where it cannot be written", () => {
  const prepared = join(dir, "prepared");
  const first = openDerive(prepared);
  first("a", [1], () => 5);
  first.save();
  const lines = readFileSync(join(prepared, "derived/cells"), "utf8");
  for (const store of [undefined, join(dir, "store")]) {
    const derive = openDerive(store, openDerive(prepared));
    expect(derive("a", [1], () => 6).value).toBe(5);
    expect(derive("a", [2], () => 6).value).toBe(6);
    expect(derive.save()).toBeUndefined();
  }
  expect(readFileSync(join(prepared, "derived/cells"), "utf8")).toBe(lines);
  expect(existsSync(join(dir, "store/derived/cells"))).toBe(true);
  mkdirSync(join(dir, "other"));
  writeFileSync(join(dir, "other/derived"), "in the way");
  const blocked = openDerive(join(dir, "other"));
  expect(blocked("a", [], () => 7).value).toBe(7);
  expect(blocked.save()).toMatch(/other.derived cannot be written \(E[A-Z]+\): the next build takes longer, and makes the same$/);
  expect(NO_CELLS("a", [], () => 7).value).toBe(7);
});
