import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { hashOfValues } from "../../build/platform/hash.ts";
import { programKey } from "../../build/platform/program.ts";
import { temporaryFolder } from "../support/temporary.ts";

it("the hash of values tells numbers apart that JSON does not", () => {
  const numbers = [0, -0, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1];
  const places = numbers.flatMap((value) => [[value], ["a", value, "b"], [[value]], [{ a: 1, b: [value] }], [{ b: value }]]);
  const keys = places.map((inputs) => hashOfValues(inputs));
  expect(new Set(keys).size).toBe(places.length);
  expect(places.map((inputs) => hashOfValues(inputs))).toEqual(keys);
});

it("the key of the program is another if a file is, and never the same if one was written after the process began", () => {
  const root = `${temporaryFolder()}/`;
  mkdirSync(join(root, "build/room"), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write("build/room/a.ts", "1");
  const keyOf = (loadedAt = Date.now() + 60_000) => programKey(root, loadedAt, ["build", "package.json"]);
  const first = keyOf();
  expect(keyOf()).toBe(first);
  write("build/room/a.ts~", "an editor's copy");
  expect(keyOf()).toBe(first);
  const others = ["build/room/a.ts", "build/b.ts", "package.json"].map((path) => {
    write(path, "12");
    return keyOf();
  });
  const early = Date.now() - 60_000;
  expect(new Set([first, ...others, keyOf(early), keyOf(early)]).size).toBe(6);
});
