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
  return { markup: parts.map((part, at) => part + (at < values.length ? render(values[at]) : "")).join("") };
}

function render(value: Content): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escape(String(value));
  return "markup" in value ? value.markup : value.map(render).join("");
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
