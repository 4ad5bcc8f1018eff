import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { USGS_THRESHOLDS } from "../../build/agencies/usgs/plausibility.ts";
import { OFFSHORE_KM } from "../../build/catalogue/locate/locate-country.ts";
import { createProgram } from "../../build/cli/program.ts";
import { parseConfig } from "../../build/config/config.ts";
import { GENERATED_FILES, renewed } from "../../scripts/maintain/write-docs.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FILES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => path.join("docs", name)),
];
const textOf = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

describe("generated documents", () => {
  it.each(GENERATED_FILES)("docs/%s is what `npm run docs` writes", (name) => {
    const text = textOf(`docs/${name}`);
    expect(text).toBe(renewed(name, text));
  });

  it("a file without the marks of its generated part is refused", () => {
    expect(() => renewed("cli.md", "# Command line\n")).toThrow("docs/cli.md has no generated part");
  });

  it("documented defaults are those of the program", () => {
    const text = textOf("docs/configuration.md");
    const documented = (key: string) => Number(new RegExp(`^\\| \`${key}\` \\|[^|]*\\| \`([^\`]*)\``, "m").exec(text)?.[1]);
    expect(documented("offshore_km")).toBe(OFFSHORE_KM);
    expect({
      missing_share: documented("missing_share"),
      silent_intervals: documented("silent_intervals"),
      absent_captures: documented("absent_captures"),
      absent_hours: documented("absent_hours"),
    }).toEqual(USGS_THRESHOLDS);
  });

  it("every setting has a description", () => {
    const rows = textOf("docs/configuration.md").match(/^\| `[a-z_]+` \|.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) expect(row).toMatch(/[.] \|$/);
  });
});

describe("documents", () => {
  it("the README has at most 120 lines", () => {
    expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(121);
  });

  it("examples of a configuration are accepted", () => {
    const examples = FILES.flatMap((file) => [...textOf(file).matchAll(/```json\n([^`]*"agencies"[^`]*)```/g)]);
    expect(examples.length).toBeGreaterThanOrEqual(3);
    for (const [, text = ""] of examples) expect(() => parseConfig(text, "example.json")).not.toThrow();
  });

  it.each(FILES)("links of %s lead to files and headings", (file) => {
    for (const [, link = ""] of textOf(file).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^https?:/.test(link)) continue;
      const [to = "", heading] = link.split("#");
      const target = to === "" ? file : path.join(path.dirname(file), to);
      expect(existsSync(path.join(ROOT, target)), `${file}: ${link}`).toBe(true);
      if (heading !== undefined) expect(headings(textOf(target)), `${file}: ${link}`).toContain(heading);
    }
  });
});

describe("code in documents", () => {
  const sources = new Set(readdirSync(path.join(ROOT, "build"), { recursive: true, encoding: "utf8" }));
  const names = new Set([...sources].map((file) => path.basename(file)));
  const rooms = [...sources].filter((file) => !file.includes(path.sep) && !file.includes("."));
  const isPath = new RegExp(`^(?:build|test|scripts|docs|${rooms.join("|")})/[\\w./-]+$|^data/[\\w./-]+\\.(?:ts|json|md|bin|gz)$`);
  // A tree has a folder `data` too.
  const ofTree = /^data\/(?:earthquakes|datapackage)/;

  it.each(FILES)("%s names paths that exist", (file) => {
    for (const word of codeWords(textOf(file)).filter((one) => isPath.test(one) && !/[A-Z]{3}|\/x\//.test(one))) {
      if (ofTree.test(word)) continue;
      const exists = [word, `build/${word}`].some((one) => existsSync(path.join(ROOT, one)));
      expect(exists, `${file} names ${word}`).toBe(true);
    }
  });

  it.each(FILES)("%s names source files that exist", (file) => {
    for (const word of codeWords(textOf(file)).filter((one) => /^[a-z-]+\.ts$/.test(one))) {
      expect(names, `${file} names ${word}`).toContain(word);
    }
  });

  it("commands and their options exist", async () => {
    const { commands, options } = await createProgram();
    let found = 0;
    for (const file of FILES) {
      for (const [, name = "", rest = ""] of textOf(file).matchAll(/\bquaketree ([a-z]+)((?: [^\s`|&;#()]+)*)/g)) {
        const command = commands.find((one) => one.name() === name);
        if (!command) continue;
        found++;
        const known = [...command.options, ...options].flatMap(({ long, short }) => [long, short]);
        for (const option of rest.match(/(?<= )--[a-z-]+/g) ?? []) {
          expect([...known, "--help"], `${file}: quaketree ${name} ${option}`).toContain(option);
        }
      }
    }
    expect(found).toBeGreaterThan(50);
  });

  it("scripts of the package exist", () => {
    const { scripts } = JSON.parse(textOf("package.json")) as { scripts: Record<string, string> };
    for (const file of FILES) {
      for (const [, name = ""] of textOf(file).matchAll(/\bnpm run (?:-s )?([a-z][a-z:-]*)/g)) {
        expect(Object.keys(scripts), `${file}: npm run ${name}`).toContain(name);
      }
    }
  });
});

/** The words of a document's code spans and code blocks. */
function codeWords(text: string): string[] {
  const code = [...text.matchAll(/```[^\n]*\n([^]*?)```|`([^`\n]+)`/g)].map(([, block, span]) => block ?? span ?? "");
  return code.flatMap((one) => one.split(/[\s"'(),:=]+/)).map((word) => word.replace(/[.]$/, ""));
}

/** The anchors of headings, as GitHub and most renderers make them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, "")
      .replaceAll(" ", "-"),
  );
}
