/** A private field makes the type nominal, and the class is not exported: only this file makes HTML. */
class SafeHtml {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  get markup(): string {
    return this.#markup;
  }
}

/** Text that is HTML already. An object of any other class with a `markup` is refused, by the types and when a page is made. */
export type Html = SafeHtml;

type Content = Html | string | number | null | undefined | readonly Content[];

/**
 * A template whose values are escaped, unless they are HTML themselves; lists are joined, null and undefined are nothing.
 *
 * @example html`<p>${"a < b"}</p>`.markup // "<p>a &lt; b</p>"
 */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  // A loop rather than lists: there are tens of thousands of pages with a hundred templates each.
  let markup = parts[0] ?? "";
  for (let at = 0; at < values.length; at++) markup += render(values[at]) + (parts[at + 1] ?? "");
  return new SafeHtml(markup);
}

/** HTML that was not written as a template: a constant of the program, or an element that the page has already. */
export function trustedHtml(markup: string): Html {
  return new SafeHtml(markup);
}

/** JSON as the text of a script element. `<` is escaped, so that no value ends the element. */
export function jsonHtml(value: unknown): Html {
  return new SafeHtml(JSON.stringify(value).replaceAll("<", "\\u003c"));
}

function render(value: Content): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
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
