import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { hostConfiguration } from "../../build/cli/host.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = join(temporaryFolder(), "tree");
const options = { dir, listen: "8080" };

beforeAll(async () => {
  await smallTree(dir);
});

describe("the configuration for nginx", () => {
  it("has no combination that the tree has no file for", async () => {
    const text = await hostConfiguration("nginx", options);
    expect(text).toContain("'/api/live-feed/?hours=1' $quaketree_capitals/q/live-feed/hours-1.json;");
    expect(text).not.toContain("hours-168");
    expect(text).not.toContain("/q/earthquakes/");
  });

  it("is the same for the same tree", async () => {
    expect(await hostConfiguration("nginx", options)).toBe(await hostConfiguration("nginx", options));
  });

  it("passes what no file answers to a host that runs the rewrite, in one line", async () => {
    const text = await hostConfiguration("nginx", { ...options, proxy: "http://127.0.0.1:8081/" });
    expect(text.match(/proxy_pass .*/g)).toEqual(["proxy_pass http://127.0.0.1:8081;"]);
    expect(text).not.toContain("not-prebuilt");
  });

  it("sends brotli only with the option that the module is present", async () => {
    expect(await hostConfiguration("nginx", options)).not.toContain("brotli_static");
    expect(await hostConfiguration("nginx", { ...options, brotli: true })).toContain("brotli_static on;");
  });

  it("has every line that nginx reads as one within its buffer of 4096 bytes", async () => {
    const lines = (await hostConfiguration("nginx", options)).split("\n");
    expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThan(4096);
  });
});

it.each([
  ["nginx", 1],
  ["cloudfront", 1],
  ["netlify", 1],
  ["nginx-ids", 0],
] as const)("%s warns of a tree without a grid, as far as it needs one", async (kind, count) => {
  const warnings: string[] = [];
  await hostConfiguration(kind, options, (warning) => warnings.push(warning));
  expect(warnings.filter((warning) => warning.includes("--grid"))).toHaveLength(count);
});

describe("the function for the edge", () => {
  it.each(["cloudfront", "netlify"] as const)(
    "the function for %s names the pages of the tree and the page of the state of rebuilding",
    async (kind) => {
      const text = await hostConfiguration(kind, options);
      for (const page of ["/docs/", "/status/"]) expect(text).toContain(`"${page}"`);
      // Those of things are too many.
      expect(text).not.toContain("/countries/japan/");
    },
  );
});

describe("the table of ids for nginx", () => {
  it("leads from each id to the slug", async () => {
    expect(await hostConfiguration("nginx-ids", options)).toBe("");
  });
});

describe("what cannot be a configuration", () => {
  it.each([
    [{ listen: "80; root /" }, "--listen"],
    [{ listen: "0" }, "--listen"],
    [{ listen: "127.0.0.1:65536" }, "--listen"],
    [{ proxy: "ftp://example.org" }, "--proxy"],
    [{ proxy: "http://127.0.0.1:1/path" }, "--proxy"],
    [{ ids: "a'b" }, "the path"],
    [{ dir: join(dir, "no/such/tree") }, "there is no tree"],
  ])("%o is refused", async (wrong, message) => {
    await expect(hostConfiguration("nginx", { ...options, ...wrong })).rejects.toThrow(message);
  });
});
