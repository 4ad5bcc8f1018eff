import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bundleModule } from "../support/bundle-module.ts";
import { temporaryFolder } from "../support/temporary.ts";

it("sets no flag that this version of Node.js does not know", () => {
  const program = join(temporaryFolder(), "program.mjs");
  bundleModule(new URL("../../build/cli/context.ts", import.meta.url), program);
  appendFileSync(program, "tuneV8();");
  const { status, stderr } = spawnSync(process.execPath, [program], { encoding: "utf8" });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
});
