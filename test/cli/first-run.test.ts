import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

/** A checkout of the files that are loaded first, without libraries. */
function checkout(node: string): string {
  const root = temporaryFolder();
  mkdirSync(join(root, "build/cli"), { recursive: true });
  for (const name of ["quaketree.js", "checkout.js"]) copyFileSync(join("build", name), join(root, "build", name));
  writeFileSync(join(root, "build/cli/program.ts"), "");
  writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", engines: { node } }));
  return join(root, "build/quaketree.js");
}

it.each([
  [">=99.1", /^quaketree: Node \S+ is too old \(install 99\.1 or newer, from https:\/\/nodejs\.org\)\n$/],
  [`>=${process.versions.node.split(".", 2).join(".")}`, /^quaketree: the libraries are not installed \(run `npm ci` in the checkout\)\n$/],
])("a program that cannot run here says why in one sentence: %s", async (node, sentence) => {
  const { code, stdout, stderr } = await quaketree(["--version"], ".", {}, checkout(node));
  expect(stderr).toMatch(sentence);
  expect([code, stdout]).toEqual([1, ""]);
});
