import { describe, expect, it } from "vitest";
import { html } from "../../build/site/html.ts";
import { contentsOf, type MarkdownValues, renderMarkdown, splitPage } from "../../build/site/markdown.ts";

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
    ["a <b>tag</b>", {}],
    ["<p>tag</p>", {}],
    ["# a title", {}],
    ["> quoted", {}],
    ["an *open end", {}],
    ["an `open end", {}],
    ["[x](javascript:alert(1))", {}],
    ["```sh\nno end", {}],
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
