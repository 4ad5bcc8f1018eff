import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { plantWhole } from "./all-files.ts";

/**
 * The whole tree of the small world, file by file. After a wanted change: `UPDATE_TREE=1 npx vitest run
 * test/pipeline/small-tree.test.ts`, and read what git says has changed.
 */
const EXPECTED = fileURLToPath(new URL("../fixtures/small-tree", import.meta.url));

/** Pages are prose and OpenAPI follows from the contract; both have tests of their own. */
const HERE = /^(?:api|q|shards)[/.](?!v1\/openapi\.json)(?!.*\.(?:br|gz)$)/;

function textFiles(root: string): Map<string, string> {
  if (!existsSync(root)) return new Map();
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => HERE.test(path));
  return new Map(paths.toSorted().map((path) => [path, readable(path, readFileSync(join(root, path)))]));
}

/** Shards and the snapshot differ with every hash; here it matters what they are called after and how large they are. */
function readable(path: string, bytes: Buffer): string {
  return path.endsWith(".bin") ? bytes.toString("hex") : bytes.toString("utf8");
}

describe("the tree of a small world", () => {
  it("is, file by file, the one that we read and agreed to", async () => {
    const out = join(temporaryFolder(), "tree");
    await plantWhole(out, assembleCatalogue(smallInput()));
    rmSync(join(out, "snapshot.json"));
    const planted = textFiles(out);
    if (process.env["UPDATE_TREE"]) update(planted);
    const expected = textFiles(EXPECTED);
    expect([...planted.keys()]).toEqual([...expected.keys()]);
    for (const [path, content] of planted) expect(`${path}: ${content}`).toBe(`${path}: ${expected.get(path)}`);
  });
});

function update(planted: Map<string, string>): void {
  rmSync(EXPECTED, { recursive: true, force: true });
  for (const [path, content] of planted) {
    const file = join(EXPECTED, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, path.endsWith(".bin") ? Buffer.from(content, "hex") : content);
  }
}
