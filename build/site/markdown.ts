import { type Html, html } from "./html.ts";

/**
 * The values of the placeholders `{{name}}`. A boolean is used only for the conditions `{{#name}}…{{/name}}` and
 * `{{^name}}…{{/name}}`.
 */
export type MarkdownValues = Readonly<Record<string, Html | string | number | boolean>>;

/** A fenced block of code. */
export interface CodeBlock {
  kind: "code";
  /** The word after the fence; empty if there is none. */
  language: string;
  /** The rest of the line of the opening fence. */
  info: string;
  code: string;
}

type Block =
  | CodeBlock
  | { kind: "heading"; level: 2 | 3; id: string | undefined; text: string }
  | { kind: "paragraph"; text: string }
  | { kind: "list"; ordered: boolean; items: readonly string[] }
  | { kind: "table"; headings: readonly string[]; rows: readonly (readonly string[])[] };

/** A Markdown page: the fields of its front matter, and its body. */
export interface MarkdownPage {
  title: string;
  description: string;
  /** Markdown, which may contain placeholders. */
  body: string;
}

/**
 * Splits a page into its front matter (`title` and `description` between two lines `---`) and its body.
 *
 * @throws Error if the front matter is missing or has other fields
 */
export function splitPage(source: string): MarkdownPage {
  const [, title, description, body] = /^---\ntitle: (.+)\ndescription: (.+)\n---\n([^]*)$/.exec(source) ?? [];
  if (title === undefined || description === undefined || body === undefined) {
    throw new Error("a page begins with ---, title:, description: and ---, one line each");
  }
  return { title, description, body };
}

/** The fenced code blocks of a body, in order. */
export function codeBlocks(body: string): CodeBlock[] {
  return parseBlocks(body).filter((block) => block.kind === "code");
}

/**
 * Renders the subset of Markdown that `data/pages` uses: headings of level 2 and 3 with an optional `{#id}`, paragraphs,
 * lists, tables, fenced code, inline code, emphasis, links and `{{placeholders}}`. A heading with an id starts a section. All
 * text is escaped; HTML is not passed through.
 *
 * @throws Error for any other Markdown syntax, a placeholder without a value, and an unused value
 */
export function renderMarkdown(body: string, values: MarkdownValues = {}): Html {
  const named = new Set([...body.matchAll(/\{\{[#^]?(\w+)\}\}/g)].map(([, name]) => name));
  const unused = Object.keys(values).filter((name) => !named.has(name));
  if (unused.length > 0) throw new Error(`no placeholder uses ${unused.join(", ")}`);
  const blocks = parseBlocks(withConditions(body, values));
  return html`${inSections(blocks, (block) => blockHtml(block, values))}`;
}

/** Readers of a page with so many sections get links to them. */
const MANY_SECTIONS = 4;

/** Links to the sections of level 2 that have an id; null if there are few. */
export function contentsOf(body: string, values: MarkdownValues = {}): Html | null {
  const sections = parseBlocks(withConditions(body, values)).flatMap((block) =>
    block.kind === "heading" && block.level === 2 && block.id !== undefined
      ? [html`<a href="#${block.id}">${inline(block.text, values)}</a> `]
      : [],
  );
  if (sections.length < MANY_SECTIONS) return null;
  return html`<nav aria-label="On this page"><p class="jump">${sections}</p></nav>
`;
}

function valueOf(name: string, values: MarkdownValues): Html | string | number | boolean {
  const value = values[name];
  if (value === undefined) throw new Error(`there is no value for {{${name}}}`);
  return value;
}

function withConditions(body: string, values: MarkdownValues): string {
  return body.replace(/\{\{([#^])(\w+)\}\}([^]*?)\{\{\/\2\}\}/g, (_, sign: string, name: string, inside: string) => {
    const value = valueOf(name, values);
    if (typeof value !== "boolean") throw new Error(`{{${sign}${name}}} needs a truth value`);
    return value === (sign === "#") ? inside : "";
  });
}

const FENCE = /^```(\w*)(?: (.*))?$/;
const HEADING = /^(##|###) (.*?)(?: \{#([\w-]+)\})?$/;
const ITEM = /^(-|\d+\.) (.*)$/;

function parseBlocks(body: string): Block[] {
  const lines = body.split("\n");
  const blocks: Block[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line);
    const end = fence ? lines.indexOf("```", at + 1) : endOfBlock(lines, at);
    if (end === -1) throw new Error(`the code that begins with ${line} has no end`);
    const inside = lines.slice(at, end);
    if (fence) {
      const [, language = "", info = ""] = fence;
      blocks.push({ kind: "code", language, info, code: inside.slice(1).join("\n") });
    } else if (line !== "") blocks.push(textBlock(inside));
    at = end + 1;
  }
  return blocks;
}

/** The index of the next empty line. */
function endOfBlock(lines: readonly string[], from: number): number {
  const empty = lines.indexOf("", from);
  return empty === -1 ? lines.length : empty;
}

function textBlock(lines: readonly string[]): Block {
  const [first = ""] = lines;
  const [, hashes, text = "", id] = HEADING.exec(first) ?? [];
  if (hashes !== undefined) {
    if (lines.length > 1) throw new Error(`an empty line follows a heading: ${first}`);
    return { kind: "heading", level: hashes.length === 2 ? 2 : 3, id, text };
  }
  if (first.startsWith("|")) return tableBlock(lines);
  const item = ITEM.exec(first);
  if (item) return { kind: "list", ordered: item[1] !== "-", items: itemsOf(lines) };
  const odd = lines.find((line) => /^(#|>|<|\||```|---|\s|-\s|\d+\.\s)/.test(line));
  if (odd !== undefined) throw new Error(`an empty line is missing, or pages do not use this Markdown: ${odd}`);
  return { kind: "paragraph", text: lines.join(" ") };
}

/** Indented lines belong to the previous item. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    const [, , text] = ITEM.exec(line) ?? [];
    if (text !== undefined) items.push(text);
    else if (line.startsWith("  ")) items.push(`${items.pop() ?? ""} ${line.trim()}`);
    else throw new Error(`neither an item nor indented: ${line}`);
  }
  return items;
}

function tableBlock(lines: readonly string[]): Block {
  const [headings = [], rule = [], ...rows] = lines.map((line) => {
    if (!/^\|.*\|$/.test(line)) throw new Error(`a row of a table begins and ends with |: ${line}`);
    return line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
  });
  if (rule.some((cell) => !/^-+$/.test(cell))) throw new Error(`the second row of a table is ---: ${lines[1]}`);
  const uneven = rows.find((row) => row.length !== headings.length);
  if (uneven) throw new Error(`a row has ${uneven.length} cells of ${headings.length}: ${uneven.join(" | ")}`);
  return { kind: "table", headings, rows };
}

/** A heading with an id opens a section, which ends before the next heading of the same or a higher level. */
function inSections(blocks: readonly Block[], render: (block: Block) => Html): Html[] {
  const open: number[] = [];
  const parts = blocks.map((block) => {
    if (block.kind !== "heading") return render(block);
    const ended = open.filter((level) => level >= block.level).map(() => SECTION_END);
    open.splice(open.length - ended.length);
    if (block.id === undefined) return html`${ended}${render(block)}`;
    open.push(block.level);
    return html`${ended}<section id="${block.id}">${render(block)}`;
  });
  return [...parts, ...open.map(() => SECTION_END)];
}

const SECTION_END = html`</section>
`;

const LANGUAGES: Readonly<Record<string, string>> = { sh: "Shell", js: "JavaScript", python: "Python" };

function blockHtml(block: Block, values: MarkdownValues): Html {
  const text = (source: string) => inline(source, values);
  switch (block.kind) {
    case "heading":
      return block.level === 2 ? html`<h2>${text(block.text)}</h2>\n` : html`<h3>${text(block.text)}</h3>\n`;
    case "paragraph":
      return paragraph(block.text, values);
    case "list": {
      const items = block.items.map((item) => html`<li>${text(item)}</li>\n`);
      return block.ordered ? html`<ol>${items}</ol>\n` : html`<ul>${items}</ul>\n`;
    }
    case "table":
      return html`<table><thead><tr>${block.headings.map((cell) => html`<th scope="col">${text(cell)}</th>`)}</tr></thead>
<tbody>${block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${text(cell)}</td>`)}</tr>\n`)}</tbody></table>
`;
    case "code": {
      const name = LANGUAGES[block.language];
      const caption = name === undefined ? null : html`<figcaption>${name}</figcaption>`;
      return html`<figure>${caption}<pre tabindex="0"><code>${block.code}</code></pre></figure>\n`;
    }
  }
}

/** A paragraph that consists only of HTML, such as a table, is not wrapped in a `p` element. */
function paragraph(source: string, values: MarkdownValues): Html {
  const [, name] = /^\{\{(\w+)\}\}$/.exec(source) ?? [];
  const value = name === undefined ? undefined : valueOf(name, values);
  if (typeof value === "object") return html`${value}\n`;
  return html`<p>${inline(source, values)}</p>\n`;
}

const INLINE = /(`+)(.+?)\1(?!`)|\*\*(.+?)\*\*|\*(.+?)\*|\[((?:`[^`]*`|[^\]])*)\]\(([^)\s]*)\)|\{\{(\w+)\}\}/gs;

function inline(source: string, values: MarkdownValues): Html {
  const parts: (Html | string | number)[] = [];
  let end = 0;
  for (const match of source.matchAll(INLINE)) {
    parts.push(plain(source.slice(end, match.index)), element(match, values));
    end = match.index + match[0].length;
  }
  return html`${[...parts, plain(source.slice(end))]}`;
}

function element(match: RegExpExecArray, values: MarkdownValues): Html | string | number {
  const [, , code, strong, emphasis, linkText, address = "", name] = match;
  if (code !== undefined) return html`<code>${codeText(code, values)}</code>`;
  if (strong !== undefined) return html`<strong>${inline(strong, values)}</strong>`;
  if (emphasis !== undefined) return html`<em>${inline(emphasis, values)}</em>`;
  if (linkText !== undefined) return html`<a href="${safeAddress(address)}">${inline(linkText, values)}</a>`;
  return textValue(name ?? "", values);
}

function textValue(name: string, values: MarkdownValues): Html | string | number {
  const value = valueOf(name, values);
  if (typeof value === "boolean") throw new Error(`{{${name}}} is a truth value and no text`);
  return value;
}

/** Code may contain placeholders. One space at each end is removed, so that code can begin with a backtick. */
function codeText(code: string, values: MarkdownValues): (Html | string | number)[] {
  const text = /^ .* $/s.test(code) ? code.slice(1, -1) : code;
  return text.split(/\{\{(\w+)\}\}/).map((part, at) => (at % 2 === 0 ? part : textValue(part, values)));
}

function safeAddress(address: string): string {
  if (!/^(https:\/\/|\/|#)/.test(address)) throw new Error(`links lead to https://, / or #, not to ${address}`);
  return address;
}

function plain(text: string): string {
  const odd = /[`*]|\{\{|\]\(|<\/?[a-z]/.exec(text);
  if (odd) throw new Error(`pages do not use this Markdown: ${text.slice(odd.index, odd.index + 40)}`);
  return text;
}
