import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { settingsOf } from "../../../build/config/config.ts";
import { createNodeHandler } from "../../../build/hosts/node/node.ts";
import { build } from "../../../build/pipeline/build.ts";
import { silentReport } from "../../../build/platform/report.ts";
import { readPage } from "../../../build/site/read-page.ts";
import { GUIDES } from "../../../build/site/views/guides.ts";
import { startCalls } from "../../../build/site/views/start.ts";
import { worldOfFew } from "../../pipeline/few-countries.ts";
import { type Listening, listen } from "../../support/listen.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const PROGRAM = fileURLToPath(new URL("../../../build/quaketree.js", import.meta.url));
const run = promisify(execFile);

/** A program for readers to copy, and what it prints on every tree. */
interface GuideExample {
  language: "sh" | "js" | "python";
  code: string;
  prints: RegExp;
}

/** The examples of a guide. They run in order, in the same folder. A code block without a language is not an example. */
function guideExamples(slug: (typeof GUIDES)[number]): GuideExample[] {
  const blocks = readPage(`guides/${slug}`).body.matchAll(/^```(\w+) ?(.*)\n([^]*?)^```$/gm);
  return Array.from(blocks, ([, language, info = "", code = ""]) => {
    const [, prints] = /^prints: (.+)$/.exec(info) ?? [];
    if (prints === undefined) throw new Error(`an example of the guide ${slug} does not say what it prints: ${code}`);
    return { language: language as GuideExample["language"], code, prints: new RegExp(prints) };
  });
}

/** The example as a reader would run it, but that the tree is served elsewhere and the command not installed. */
function asRun(code: string, base: string, folder: string): string {
  return code
    .replaceAll("http://localhost:8080", base)
    .replaceAll(/^quaketree\b/gm, `'${process.execPath}' '${PROGRAM}'`)
    .replaceAll(/"quaketree\/(client|event-service)"/g, (_, name) => JSON.stringify(join(folder, `${name}.js`)));
}

/** The programs that run the examples of a language, besides Node. */
const NEEDED: Readonly<Record<GuideExample["language"], readonly ("bash" | "curl" | "python3")[]>> = {
  sh: ["bash", "curl"],
  python: ["python3"],
  js: [],
};

/** Whether this machine can run all of the examples. */
function canRun(examples: readonly Pick<GuideExample, "language">[]): boolean {
  const programs = inject("programs");
  return examples.flatMap(({ language }) => NEEDED[language]).every((program) => programs[program] !== undefined);
}

/** A tree of few files that is whole. */
async function buildSmall(): Promise<string> {
  const out = join(temporaryFolder(), "small");
  await build({ out, config: settingsOf({ eventPages: "none" }), geographyFor: worldOfFew(["JP", "TW"]), report: silentReport });
  return out;
}

async function output({ language, code }: Pick<GuideExample, "language" | "code">, base: string, folder: string) {
  const text = asRun(code, base, folder);
  if (language === "sh") return (await run("bash", ["-euc", text], { cwd: folder })).stdout;
  if (language === "python") return (await run("python3", ["-c", text], { cwd: folder })).stdout;
  const file = join(folder, "example.mjs");
  writeFileSync(file, text);
  return (await run(process.execPath, [file], { cwd: folder })).stdout;
}

describe("every example that a reader can copy", () => {
  const hosts: Listening[] = [];
  let base: string;
  const folder = temporaryFolder();

  beforeAll(async () => {
    const tree = inject("embeddedTree");
    for (const name of ["client.js", "event-service.js", "quaketree.py"])
      writeFileSync(join(folder, name), readFileSync(join(tree, "assets", name)));
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    for (const dir of [tree, await buildSmall()]) hosts.push(await listen(await createNodeHandler(dir)));
    base = hosts[0]?.base ?? "";
  }, 120_000);

  afterAll(() => Promise.all(hosts.map((host) => host.close())));

  /** Guides that copy or check a whole tree, for which a small one does. */
  const OF_WHOLE_TREES: ReadonlySet<string> = new Set(["mirrors", "verifying"]);
  /** Guides that state rules have nothing to run. */
  const RULES: ReadonlySet<string> = new Set(["policy", "citing"]);
  for (const slug of GUIDES) {
    const examples = guideExamples(slug);
    it.skipIf(!canRun(examples))(
      `of the guide ${slug} does what the guide says`,
      async () => {
        expect(examples.length > 0).toBe(!RULES.has(slug));
        const asked = OF_WHOLE_TREES.has(slug) ? (hosts[1]?.base ?? "") : base;
        for (const example of examples) expect(await output(example, asked, folder)).toMatch(example.prints);
      },
      120_000,
    );
  }

  for (const call of startCalls()) {
    it.skipIf(!canRun([call]))(`of the start page runs: ${call.name}`, async () => {
      const answer = await fetch(`${base}/api/v1/earthquakes/?hours=168&min_mag=4.5`);
      const { earthquakes } = (await answer.json()) as { earthquakes: { place_description: string }[] };
      expect(await output(call, base, folder)).toContain(earthquakes[0]?.place_description ?? "no earthquake");
    });
  }
});
