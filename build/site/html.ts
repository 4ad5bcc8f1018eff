/** Text that is HTML already. Made only by `html`, so nothing from an agency gets into a page unescaped. */
export interface Html {
  readonly markup: string;
}

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
  return { markup };
}

function render(value: Content): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  if ("markup" in value) return value.markup;
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
