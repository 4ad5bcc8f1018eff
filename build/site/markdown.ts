import { Marked, type Token, type Tokens } from "marked";
import { type Html, html, trustedHtml } from "./html.ts";

/** The values of the placeholders `{{name}}`. A boolean is used only for the conditions `{{#name}}…{{/name}}` and `{{^name}}…{{/name}}`. */
export type MarkdownValues = Readonly<Record<string, Html | string | number | boolean>>;

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

const LANGUAGES: Readonly<Record<string, string>> = { sh: "Shell", js: "JavaScript", python: "Python" };

const marked = new Marked({
  renderer: {
    heading({ text, depth }) {
      return `<h${depth}>${inline(headingOf(text).text)}</h${depth}>\n`;
    },
    table({ header, rows }) {
      const cell = ({ tokens }: Tokens.TableCell) => trustedHtml(this.parser.parseInline(tokens));
      return html`<table><thead><tr>${header.map((one) => html`<th scope="col">${cell(one)}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${row.map((one) => html`<td>${cell(one)}</td>`)}</tr>\n`)}</tbody></table>
`.markup;
    },
    text(token) {
      return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : html`${token.text.replaceAll("\n", " ")}`.markup;
    },
    code({ text, lang = "" }) {
      const name = LANGUAGES[lang.split(" ")[0] ?? ""];
      const caption = name === undefined ? null : html`<figcaption>${name}</figcaption>`;
      return html`<figure>${caption}<pre tabindex="0"><code>${text}</code></pre></figure>\n`.markup;
    },
  },
});

function inline(text: string): string {
  return marked.parseInline(text) as string;
}

function headingOf(source: string): { text: string; id: string | undefined } {
  const [, text = "", id] = /^(.*?)(?: \{#([\w-]+)\})?$/.exec(source) ?? [];
  return { text, id };
}

/**
 * Renders Markdown with `{{placeholders}}`. A heading with an id, `## Text {#id}`, starts a section.
 *
 * @throws Error for a placeholder without a value, and an unused value
 */
export function renderMarkdown(body: string, values: MarkdownValues = {}): Html {
  const named = new Set([...body.matchAll(/\{\{[#^]?(\w+)\}\}/g)].map(([, name]) => name));
  const unused = Object.keys(values).filter((name) => !named.has(name));
  if (unused.length > 0) throw new Error(`no placeholder uses ${unused.join(", ")}`);
  return filled(inSections(marked.lexer(withConditions(body, values))), values);
}

/** Readers of a page with so many sections get links to them. */
const MANY_SECTIONS = 4;

/** Links to the sections of level 2 that have an id; null if there are few. */
export function contentsOf(body: string, values: MarkdownValues = {}): Html | null {
  const sections = marked.lexer(withConditions(body, values)).flatMap((token) => {
    if (token.type !== "heading" || token["depth"] !== 2) return [];
    const { text, id } = headingOf(String(token["text"]));
    return id === undefined ? [] : [html`<a href="#${id}">${filled(inline(text), values)}</a> `];
  });
  if (sections.length < MANY_SECTIONS) return null;
  return html`<nav aria-label="On this page"><p class="jump">${sections}</p></nav>
`;
}

/** A heading with an id opens a section, which ends before the next heading of the same or a higher level. */
function inSections(tokens: readonly Token[]): string {
  const open: number[] = [];
  const parts = tokens.map((token) => {
    const markup = marked.parser([token]);
    if (token.type !== "heading") return markup;
    const level = token["depth"] as number;
    const ended = open.filter((one) => one >= level).length;
    open.splice(open.length - ended);
    const { id } = headingOf(String(token["text"]));
    if (id !== undefined) open.push(level);
    return `${SECTION_END.repeat(ended)}${id === undefined ? "" : `<section id="${id}">`}${markup}`;
  });
  return `${parts.join("")}${SECTION_END.repeat(open.length)}`;
}

const SECTION_END = "</section>\n";

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

/** Fills the placeholders. A paragraph that consists only of HTML, such as a table, loses its `p` element. */
function filled(markup: string, values: MarkdownValues): Html {
  const text = markup.replace(/<p>\{\{(\w+)\}\}<\/p>|\{\{(\w+)\}\}/g, (_, block: string | undefined, name: string) => {
    const value = valueOf(block ?? name, values);
    if (typeof value === "boolean") throw new Error(`{{${block ?? name}}} is a truth value and not text`);
    const { markup: own } = html`${value}`;
    return block === undefined || typeof value === "object" ? own : `<p>${own}</p>`;
  });
  return trustedHtml(text);
}
