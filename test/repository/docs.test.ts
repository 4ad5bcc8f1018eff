import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { USGS_THRESHOLDS } from "../../build/agencies/usgs/plausibility.ts";
import { OFFSHORE_KM } from "../../build/catalogue/locate/locate-country.ts";
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
    const documented = (key: string) =>
      Number(new RegExp(`^\\| \`${key}\` \\|[^|]*\\| \`([^\`]*)\``, "m").exec(text)?.[1]);
    expect(documented("offshore_km")).toBe(OFFSHORE_KM);
    expect({
      missingShare: documented("missing_share"),
      silentIntervals: documented("silent_intervals"),
      absentCaptures: documented("absent_captures"),
      absentHours: documented("absent_hours"),
    }).toEqual(USGS_THRESHOLDS);
  });

  it("every setting has a description", () => {
    const rows = textOf("docs/configuration.md").match(/^\| `[a-z_]+` \|.*$/gm) ?? [];
    expect(rows.length).toBeGreaterThan(40);
    for (const row of rows) expect(row).toMatch(/[.] \|$/);
  });
});

describe("documents", () => {
  it("the README has at most 200 lines", () => {
    expect(textOf("README.md").split("\n").length).toBeLessThanOrEqual(201);
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

/** The anchors of headings, as GitHub and most renderers make them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^a-z0-9 _-]/g, "")
      .replaceAll(" ", "-"),
  );
}
