import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeFolder } from "../../build/platform/file-system.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();

describe("making a folder", () => {
  it("makes the parent folders, and accepts existing ones", () => {
    makeFolder(join(dir, "a/b/c"));
    makeFolder(join(dir, "a/b/c"));
    expect(statSync(join(dir, "a/b/c")).isDirectory()).toBe(true);
  });

  it("says so if a part of the path is a file", () => {
    writeFileSync(join(dir, "file"), "");
    expect(() => makeFolder(join(dir, "file"))).toThrow("EEXIST");
    expect(() => makeFolder(join(dir, "file/below"))).toThrow("EEXIST");
  });

  // Node's own recursive way never ends there.
  it.runIf(existsSync("/proc/self"))("says so if nothing can be made", () => {
    expect(() => makeFolder("/proc/nowhere/below")).toThrow("ENOENT");
  });
});
