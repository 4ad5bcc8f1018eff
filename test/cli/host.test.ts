import { join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { hostConfiguration } from "../../build/cli/host.ts";
import schemas from "../fixtures/cloudformation.json" with { type: "json" };
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
  ["cloudformation", 1],
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

describe("the template for CloudFormation", () => {
  type Resource = { Type: keyof typeof schemas.resources; Properties: object };
  const read = async () => parse(await hostConfiguration("cloudformation", options)) as { Resources: Record<string, Resource> };
  const ajv = new Ajv({ strict: false, allErrors: true });
  ajv.addVocabulary(["readOnlyProperties"]);

  it("has the function for CloudFront, whole", async () => {
    const { Resources } = await read();
    expect(Resources["Mapping"]?.Properties).toMatchObject({ FunctionCode: await hostConfiguration("cloudfront", options) });
  });

  it.each([0, 1])("has only what the schemas of its resources allow, with a domain of its own or without: %i", async (branch) => {
    const { Resources } = await read();
    for (const [name, { Type, Properties }] of Object.entries(Resources)) {
      const validate = ajv.compile(schemas.resources[Type]);
      validate(resolved(Properties, branch));
      expect(validate.errors ?? [], name).toEqual([]);
    }
  });

  it("refers to what is there", async () => {
    const { Resources } = await read();
    const text = JSON.stringify(Resources);
    for (const [, name = "", attribute = ""] of text.matchAll(/"Fn::GetAtt":\["(\w+)","(\w+)"\]/g)) {
      const { Type } = Resources[name] as Resource;
      // The ARN of a function has a second name, which the schema does not list below its properties.
      expect([...schemas.resources[Type].readOnlyProperties, "/properties/FunctionARN"], name).toContain(`/properties/${attribute}`);
    }
    const known = new Set(["Domain", "CertificateArn", ...Object.keys(Resources)]);
    for (const [, name = ""] of text.matchAll(/"Ref":"(\w+)"|\$\{(\w+)/g))
      expect(known.has(name) || name === "AWS" || name === "").toBe(true);
  });
});

/** Properties with values in place of functions of CloudFormation; of a choice one branch. */
function resolved(value: unknown, branch: number): unknown {
  if (Array.isArray(value)) return value.map((one) => resolved(one, branch));
  if (typeof value !== "object" || value === null) return value;
  const [[name, given] = ["", undefined]] = Object.entries(value);
  if (name === "Fn::If") return resolved((given as unknown[])[branch + 1], branch);
  if (name === "Ref" && given === "CertificateArn") return "arn:aws:acm:us-east-1:123456789012:certificate/a";
  if (name === "Ref" && given === "AWS::NoValue") return undefined;
  if (name === "Fn::GetAtt" && JSON.stringify(given).includes("FunctionARN")) return "arn:aws:cloudfront::123456789012:function/quakes";
  if (name === "Ref" || name.startsWith("Fn::")) return "quakes";
  const entries = Object.entries(value).map(([key, one]) => [key, resolved(one, branch)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== undefined));
}

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
