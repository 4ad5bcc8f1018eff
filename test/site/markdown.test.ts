import { Marked, type Token } from "marked";
import { describe, expect, it } from "vitest";
import { ENDPOINT_TEXTS, TAGS } from "../../build/answers/openapi/descriptions.ts";
import { componentSchemas } from "../../build/answers/openapi/openapi.ts";
import { html } from "../../build/site/html.ts";
import { contentsOf, type MarkdownValues, renderMarkdown, splitPage } from "../../build/site/markdown.ts";
import { readPage } from "../../build/site/read-page.ts";
import { GUIDES } from "../../build/site/views/guides.ts";

const rendered = (body: string, values?: MarkdownValues) => renderMarkdown(body, values).markup.trim();

describe("a page in Markdown", () => {
  it.each([
    ["a wrapped\nparagraph", "<p>a wrapped paragraph</p>"],
    [
      "`a < b`, *so*, **very** [of `x`](/docs/)",
      '<p><code>a &lt; b</code>, <em>so</em>, <strong>very</strong> <a href="/docs/">of <code>x</code></a></p>',
    ],
    ["a backtick: `` ` ``", "<p>a backtick: <code>`</code></p>"],
    ["- one\n  and more\n- two", "<ul>\n<li>one and more</li>\n<li>two</li>\n</ul>"],
    ["1. one\n2. two", "<ol>\n<li>one</li>\n<li>two</li>\n</ol>"],
    [
      "| A | B |\n|---|---|\n| `1` | & |",
      '<table><thead><tr><th scope="col">A</th><th scope="col">B</th></tr></thead>\n<tbody><tr><td><code>1</code></td><td>&amp;</td></tr>\n</tbody></table>',
    ],
    [
      "```sh prints: x\ncurl <a>\n\nb\n```",
      '<figure><figcaption>Shell</figcaption><pre tabindex="0"><code>curl &lt;a&gt;\n\nb</code></pre></figure>',
    ],
  ])("renders %j", (body, expected) => {
    expect(rendered(body)).toBe(expected);
  });

  it("opens a section at a heading with an id, and ends it before the next of its level", () => {
    const body = "## A {#a}\n\n### B {#b}\n\n### C\n\n## D {#d}";
    expect(rendered(body).replaceAll("\n", "")).toBe(
      '<section id="a"><h2>A</h2><section id="b"><h3>B</h3></section><h3>C</h3></section><section id="d"><h2>D</h2></section>',
    );
  });

  it("has links to its sections where there are many", () => {
    const section = (id: string) => `## About ${id} {#${id}}\n\nText\n`;
    const few = ["a", "b", "c"].map(section).join("\n");
    expect(contentsOf(few)).toBeNull();
    const links = contentsOf(`${few}\n${section("d")}\n## Without id\n\n### Deeper {#e}\n`)?.markup ?? "";
    expect([...links.matchAll(/<a href="#(\w)">About (\w)<\/a>/g)].map(([, id, name]) => [id, name])).toEqual(
      ["a", "b", "c", "d"].map((id) => [id, id]),
    );
    expect(links).not.toContain("Deeper");
  });

  it("fills placeholders in text, in code and as blocks, and escapes what is not HTML", () => {
    const values = { km: 67, name: "<b>", code: "a/", table: html`<table></table>` };
    expect(rendered("{{km}} km, {{name}}, `{{code}}b`\n\n{{table}}", values).replaceAll("\n", "")).toBe(
      "<p>67 km, &lt;b&gt;, <code>a/b</code></p><table></table>",
    );
  });

  it.each([
    [true, "<p>measured lines</p>"],
    [false, "<p>schematic lines</p>"],
  ])("chooses between texts where a value is %s", (good, expected) => {
    expect(rendered("{{#good}}measured{{/good}}{{^good}}schematic{{/good}} lines", { good })).toBe(expected);
  });

  it.each<[string, MarkdownValues]>([
    ["{{missing}}", {}],
    ["{{#flag}}x{{/flag}}", { flag: "text" }],
    ["{{flag}} as text", { flag: true }],
    ["text", { unused: 1 }],
  ])("refuses %j with %j", (body, values) => {
    expect(() => rendered(body, values)).toThrow(Error);
  });

  it("has a title and a description before its body", () => {
    expect(splitPage("---\ntitle: T\ndescription: D.\n---\n\nText\n")).toEqual({
      title: "T",
      description: "D.",
      body: "\nText\n",
    });
    expect(() => splitPage("---\ntitle: T\n---\nText")).toThrow("a page begins with");
  });
});

const NAMES = ["conformance", "data", "docs", "formats", "methods", ...GUIDES.map((slug) => `guides/${slug}`)];
const DESCRIPTIONS = JSON.stringify([componentSchemas(), ENDPOINT_TEXTS, TAGS]).matchAll(/"description":("(?:[^"\\]|\\.)*")/g);
const TEXTS = [...NAMES.map((name) => readPage(name).body), ...Array.from(DESCRIPTIONS, ([, text = ""]) => JSON.parse(text) as string)];
const BLOCKS = "space heading paragraph list list_item table code";
const KINDS = new Set(`${BLOCKS} text codespan strong em link escape`.split(" "));

/** HTML, Markdown that no page needs, and a sign that is probably an open end. */
function isWrong(token: Token): boolean {
  const { type, raw } = token;
  return (
    !KINDS.has(type) ||
    (type === "heading" && token["depth"] !== 2 && token["depth"] !== 3) ||
    (type === "text" && !("tokens" in token) && /[`*]|\]\(/.test(raw)) ||
    (type === "code" && !raw.trimEnd().endsWith("```")) ||
    (type === "link" && !/^(https:\/\/|\/|#)/.test(String(token["href"])))
  );
}

it("the texts of pages and of the reference have no HTML and no open end", () => {
  const marked = new Marked();
  const wrong: string[] = [];
  for (const text of TEXTS) void marked.walkTokens(marked.lexer(text), (token) => void (isWrong(token) && wrong.push(token.raw)));
  expect(TEXTS.length).toBeGreaterThan(300);
  expect(wrong).toEqual([]);
});
