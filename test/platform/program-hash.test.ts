import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PACKED_HASHES, programHash, sourceHash } from "../../build/platform/program-hash.ts";
import { temporaryFolder } from "../support/temporary.ts";

it("the hash of a program depends on the names and bytes of its files, and on no other files", () => {
  const root = `${temporaryFolder()}/`;
  mkdirSync(join(root, "build/room"), { recursive: true });
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  write("build/a.ts", "1");
  write("build/room/b.ts", "2");
  const first = programHash(["build", "package.json"], root);
  write("build/a.ts~", "an editor's copy");
  expect(programHash(["build", "package.json"], root)).toBe(first);
  write("build/room/b.ts", "3");
  const changed = programHash(["build", "package.json"], root);
  write("build/room/b.ts", "2");
  write("build/room/c.ts", "");
  const added = programHash(["build", "package.json"], root);
  expect(new Set([first, changed, added]).size).toBe(3);
});

it("a package has the hash of the sources that it was compiled from, unless somebody has changed it", () => {
  const root = `${temporaryFolder()}/`;
  const write = (path: string, text: string) => writeFileSync(join(root, path), text);
  for (const folder of ["build", "compiled", "prepared"]) mkdirSync(join(root, folder));
  write("build/a.ts", "const a: number = 1;");
  write("compiled/a.js", "const a = 1;");
  const sources = programHash(["build"], root);
  write(PACKED_HASHES, JSON.stringify({ compiled: programHash(["compiled"], root), sources }));
  const pathsOf = (code: string) => [code];
  expect(sourceHash(pathsOf, root, "compiled")).toBe(sources);
  expect(sourceHash(pathsOf, root, "build")).toBe(sources);
  write("compiled/a.js", "const a = 2;");
  expect(sourceHash(pathsOf, root, "compiled")).toBe(programHash(["compiled"], root));
});
