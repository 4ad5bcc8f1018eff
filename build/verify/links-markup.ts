import { basename } from "node:path/posix";
import { xmlUnescaped } from "../platform/text.ts";

const ATTRIBUTES = /\s([a-z]+)\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi;
const LINKING = new Set(["href", "src", "srcset", "poster", "action", "style", "content"]);

const TAG = /<[a-z](?:[^<>"']|"[^"]*"|'[^']*')*>/gi;

/** The links of a page: pages, images, styles and scripts, and what its own styles and scripts load. */
export function linksInPage(html: string): string[] {
  const links: string[] = [];
  const scripts: string[] = [];
  const visible = html.replace(/<!--[^]*?(?:-->|$)/g, "");
  const unscripted = withoutContents(visible, "script", (tag, text) => {
    if (/type\s*=\s*["']?module/i.test(tag)) scripts.push(text);
  });
  const plain = withoutContents(unscripted, "style", (_, text) => links.push(...linksInStyle(text)));
  for (const [tag] of plain.matchAll(TAG)) {
    for (const [, name = "", value = ""] of tag.matchAll(ATTRIBUTES)) {
      links.push(...linksOfAttribute(tag, name.toLowerCase(), xmlUnescaped(/^["']/.test(value) ? value.slice(1, -1) : value)));
    }
  }
  return [...links, ...scripts.flatMap(linksInScript)];
}

/** A page without the text of its elements of one name; `take` receives the tag and the text of each. In linear time. */
function withoutContents(html: string, name: string, take: (tag: string, text: string) => void): string {
  const lower = html.toLowerCase();
  let plain = "";
  let end = 0;
  for (const { 0: tag, index } of html.matchAll(TAG)) {
    if (index < end || !isNamed(tag, name)) continue;
    const start = index + tag.length;
    plain += html.slice(end, start);
    const closing = lower.indexOf(`</${name}`, start);
    end = closing < 0 ? html.length : closing;
    take(tag, html.slice(start, end));
  }
  return plain + html.slice(end);
}

function isNamed(tag: string, name: string): boolean {
  return /^<[a-z0-9-]+/i.exec(tag)?.[0].toLowerCase() === `<${name}`;
}

function linksOfAttribute(tag: string, name: string, value: string): string[] {
  if (!LINKING.has(name)) return [];
  if (name === "srcset") return value.split(",").flatMap((one) => one.trim().split(/\s+/)[0] || []);
  if (name === "style") return linksInStyle(value);
  // A form adds its fields to the address: without them the API may refuse it.
  if (name === "action" && /^(?:\/|(?:\.\.?\/)+)api\//.test(value)) return [];
  if (name !== "content") return [value];
  // Of the metadata of a page only images, and an address that it redirects to, are links.
  if (/http-equiv\s*=\s*["']?refresh/i.test(tag)) return [/url\s*=([^]+)/i.exec(value)?.[1]?.trim() ?? ""];
  return /(?:property|name)\s*=\s*["']?(?:og:(?:image|url)|twitter:image)["'\s>]/i.test(tag) ? [value] : [];
}

/** The anchors of a page: valid values after `#`. */
export function anchorsOf(html: string): Set<string> {
  const found = html.matchAll(/\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi);
  return new Set([...found].map(([, double, single, bare]) => xmlUnescaped(double ?? single ?? bare ?? "")));
}

export function linksInStyle(css: string): string[] {
  const plain = css.replace(/\/\*[^]*?(?:\*\/|$)/g, "");
  const urls = [
    ...plain.matchAll(/url\(\s*"((?:[^"\\]|\\.)*)"/gi),
    ...plain.matchAll(/url\(\s*'((?:[^'\\]|\\.)*)'/gi),
    ...plain.matchAll(/url\(([^()"']*)\)/gi),
  ];
  const imports = [...plain.matchAll(/@import\s+(?:"([^"]+)"|'([^']+)')/gi)];
  return [...urls, ...imports].map(([, first, second]) => (first ?? second ?? "").trim());
}

/** Modules that a module loads by address; computed addresses are not found. */
export function linksInScript(js: string): string[] {
  const found = js.matchAll(/\b(?:from|import)\s*(?:\(\s*)?["']((?:\.{0,2}\/)[\w./-]+\.(?:js|mjs|css|json))["']/g);
  return [...found].map(([, link = ""]) => link);
}

/** Addresses in a web app manifest. */
export function linksInManifest(text: string): string[] {
  const links: string[] = [];
  const walk = (value: unknown, key: string): void => {
    if (typeof value === "string" && MANIFEST_KEYS.has(key)) links.push(value);
    else if (typeof value === "object" && value !== null) {
      for (const [name, one] of Object.entries(value)) walk(one, Array.isArray(value) ? key : name);
    }
  };
  walk(JSON.parse(text), "");
  return links;
}

const MANIFEST_KEYS = new Set(["src", "start_url", "scope", "url", "action", "id"]);

/** The address of a page or an answer on a host; its links are relative to it. */
export function addressOf(path: string): string {
  if (basename(path) === "index.html") return `/${path.slice(0, -"index.html".length)}`;
  const answer = /^(api(?:\/.+)?)\.json$/.exec(path);
  return answer && !path.endsWith("/openapi.json") ? `/${answer[1]}/` : `/${path}`;
}
