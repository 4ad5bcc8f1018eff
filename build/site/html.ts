/** The private field makes the type nominal, and the class is not exported, so only this file can create HTML. */
class SafeHtml {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  get markup(): string {
    return this.#markup;
  }
}

/** Text that is already HTML. Objects of other classes that have a `markup` property are refused, by the type checker and at run time. */
export type Html = SafeHtml;

type Content = Html | string | number | null | undefined | readonly Content[];

/**
 * A template that escapes its values unless they are HTML. Arrays are joined; null and undefined produce nothing.
 *
 * @example html`<p>${"a < b"}</p>`.markup // "<p>a &lt; b</p>"
 */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  // A loop is faster than array methods: there are tens of thousands of pages with a hundred templates each.
  let markup = parts[0] ?? "";
  for (let at = 0; at < values.length; at++) markup += render(values[at]) + (parts[at + 1] ?? "");
  return new SafeHtml(markup);
}

/** Marks text as HTML: a constant of the program, or the content of an existing element. */
export function trustedHtml(markup: string): Html {
  return new SafeHtml(markup);
}

/** JSON as the content of a script element. `<` is escaped, so that no value can close the element. */
export function jsonHtml(value: unknown): Html {
  return new SafeHtml(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

function render(value: Content): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string") return escape(value);
  if (typeof value === "number") return String(value);
  if (value instanceof SafeHtml) return value.markup;
  let all = "";
  for (const one of value) all += render(one);
  return all;
}

const SPECIAL = /[&<>"']/;

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  if (!SPECIAL.test(text)) return text;
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
