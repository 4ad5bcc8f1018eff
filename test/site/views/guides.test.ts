import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GUIDES, guideText, llmsText, readAttacks } from "../../../build/site/views/guides.ts";

const ATTACKS = readAttacks();
const root = new URL("../../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");

function sourcesIn(folder: string): string[] {
  const names = readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => text(`${folder}/${name}`));
}

describe.each(ATTACKS)("the attack $name", ({ tests, codes }) => {
  it.each(tests)("is tried in %s: %s", (file, group) => {
    expect(text(file)).toMatch(new RegExp(`describe(?:\\.each\\(.*\\))?\\("${group}"`));
  });

  it("is refused by errors that there are, and that its tests expect", () => {
    const sources = ["build/tree", "build/mirror"].flatMap(sourcesIn);
    const tried = tests.map(([file]) => text(file)).join("");
    for (const code of codes) {
      expect(sources.some((source) => source.includes(`"${code}"`))).toBe(true);
      expect([code, tried.includes(`"${code}"`)]).toEqual([code, true]);
    }
  });
});

it("all eleven of the specification are there, in its order", () => {
  expect(ATTACKS.map(({ name }) => name)).toEqual([
    "Arbitrary installation",
    "Endless data",
    "Extraneous dependencies",
    "Fast-forward",
    "Indefinite freeze",
    "Malicious mirrors preventing updates",
    "Mix-and-match",
    "Rollback",
    "Slow retrieval",
    "Vulnerability to key compromises",
    "Wrong software installation",
  ]);
});

it.each(GUIDES)("the guide %s is there as text, without placeholders and ids of headings", (slug) => {
  const text = guideText(slug);
  expect(text).toMatch(/^# .+\n\n.+\n/);
  expect(text).not.toMatch(/\{\{\w+\}\}|\{#|undefined|\]\(\//);
  expect(llmsText()).toContain(`](docs/guides/${slug}.md)`);
});
