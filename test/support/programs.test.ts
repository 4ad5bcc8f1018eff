import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPrograms } from "./programs.ts";
import { temporaryFolder } from "./temporary.ts";

describe("the programs that tests use", () => {
  it("are looked for in PATH, and the absent ones reported in one line", () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, "curl"), "", { mode: 0o755 });
    writeFileSync(join(dir, "nginx"), "", { mode: 0o644 });
    const lines: string[] = [];
    const programs = findPrograms({ PATH: `${dir}/nowhere:${dir}`, CHROMIUM_PATH: "/opt/chromium" }, (line) => lines.push(line));
    expect(programs).toMatchObject({ curl: join(dir, "curl"), chromium: "/opt/chromium" });
    expect(programs).not.toHaveProperty("nginx");
    expect(lines).toEqual([expect.stringMatching(/^SKIPPED: .*: nginx, .*python3/)]);
  });

  it("must be there if the environment says so", () => {
    expect(() => findPrograms({ PATH: "", REQUIRE_PROGRAMS: "1" }, () => {})).toThrow(
      /^not installed: nginx, .*scripts\/ci\/install-programs/,
    );
  });

  it("are used by slow tests only: CI runs the others before it installs any", () => {
    const files = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
    const users = files.filter((name) => /inject\("programs"\)/.test(readFileSync(join("test", name), "utf8")));
    expect(users.length).toBeGreaterThan(5);
    expect(users.filter((name) => !name.endsWith(".slow.test.ts"))).toEqual([]);
  });
});
