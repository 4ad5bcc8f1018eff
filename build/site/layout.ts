import { memoize, memoizeByKey } from "../contract/wire/memoize.ts";
import { dataHref, folderFrom, pageHref, SEARCH_PATH, withAddressesIn } from "./addresses.ts";
import { day } from "./format/dates.ts";
import { type Html, html, trustedHtml } from "./html.ts";
import { LANGUAGES, type LanguageTag, languageItems } from "./i18n/languages.ts";
import { DEFAULT_NAME, type Site, type Translations } from "./i18n/translations.ts";

/**
 * Sets the theme before the first paint, so that a dark page does not flash white. It is inline, because a browser would wait for a
 * file. A figure in the frame of another site has letters of the device: the typeface would be a third of its weight.
 */
export const THEME_SCRIPT =
  '{const d=document.documentElement.dataset;if(location.search.includes("embed="))d.letters="device";' +
  'try{const t=localStorage.getItem("theme");if(t==="light"||t==="dark")d.theme=t}catch{}}';

/** SHA-256 of the script, in the syntax of a content security policy. */
export const THEME_SCRIPT_HASH = "sha256-Wbj2TQXk5aajS0y/4KVAY8dHK8NuouLEXkO88VdOKls=";

/** The file that hosts send for addresses that are not in the tree. */
export const MISSING_PAGE = "404.html";

/** Size of the pictures for link previews, pixels: the shape that messengers and social networks show in full. */
export const PICTURE_SIZE = { width: 1200, height: 630 } as const;

/**
 * Part of pages that a script translates: it notes the language of a reader whose pages have other files of the typeface than English
 * ones, or none, before the browser loads those of the English page (`assets/assets.ts`).
 */
export const LETTERS_SCRIPT =
  'try{const tag=new URLSearchParams(location.search).get("lang")??localStorage.getItem("language");' +
  "/^(ar|el|hi|ja|ru|zh)$/.test(tag)&&(document.documentElement.dataset.letters??=tag)}catch{}";

export const LETTERS_SCRIPT_HASH = "sha256-bs0GRRlGFJxEFQuKMSlNIvccpgO/a+sr760qYjNz+gM=";

/**
 * Part of the page for missing addresses. It is shown at any depth, so that its addresses begin at the root of the host. Where the tree
 * is below a path that no `public_url` named, its styles are missing. Then the script looks for the nearest `snapshot.json` above, and
 * lets the addresses begin there. It names the origin, since a path may begin with two slashes.
 */
export const MISSING_SCRIPT =
  'addEventListener("load",async()=>{const parts=location.pathname.split("/");' +
  'if(document.querySelector("link[rel=stylesheet]").sheet?.cssRules.length)return;' +
  'while(parts.length>2){parts.pop();const root=location.origin+parts.join("/");' +
  'const found=await fetch(root+"/snapshot.json",{method:"HEAD"}).catch(()=>({}));if(!found.ok)continue;' +
  'for(const name of["href","src","action"])for(const one of document.querySelectorAll(`[${name}^="/"]`))' +
  'one.setAttribute(name,root+one.getAttribute(name));return import(root+"/assets/pages/page.js")}})';

export const MISSING_SCRIPT_HASH = "sha256-h3AUFFX0o6VX1CS4hxZDle46+DsWKjz3KJMQ+9xZnqg=";

/** A page of the tree. All resources of a page are in the same tree; a page never loads anything from another host. */
export interface Page {
  /** The address of the English page without the leading slash: `map/`; empty for the start page. */
  path: string;
  title: string;
  description: string;
  main: Html;
  /**
   * How the other languages are available: prebuilt at another address (`/ar/map/`), rendered by a script at the same
   * address, or not at all, as for the documentation.
   */
  languages: "prebuilt" | "script" | "english";
  /** The title for link previews, if it differs from the title of the page. */
  card?: string;
  /** A picture for link previews. Only a page whose host is known names it, because its address must contain the host. */
  picture?: { path: string; alt: string } | undefined;
  /** Additional elements of the head. */
  head?: Html;
  /** Additional elements after the main element. */
  end?: Html;
  /** `wide`: the main element fills the whole window, as on the map page. `broad`: it is wider than a column of text. */
  width?: "wide" | "broad";
}

/** The content security policy: a page may load resources from its own host only. */
const contentPolicy = memoize(String, (more: string | undefined): string => {
  const hashes = more === undefined ? [THEME_SCRIPT_HASH] : [THEME_SCRIPT_HASH, more];
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.map((hash) => `'${hash}'`).join(" ")}`,
    "img-src 'self' data:",
    "style-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join("; ");
});

/** The inline script of a page besides that of the theme, and its hash. */
function scriptOf({ path, languages }: Page): { script: string; hash: string } | undefined {
  if (path === MISSING_PAGE) return { script: MISSING_SCRIPT, hash: MISSING_SCRIPT_HASH };
  return languages === "script" ? { script: LETTERS_SCRIPT, hash: LETTERS_SCRIPT_HASH } : undefined;
}

export function layout(page: Page, translations: Translations): string {
  const { tag, dir } = translations.language;
  const more = scriptOf(page);
  const { markup } = html`<!doctype html>
<html lang="${tag}" dir="${dir}"${pagesFromAttribute(translations.site)}${brandAttribute(translations.site)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(more?.hash)}">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.description}">
<title>${titleIn(page.title, translations.site)}</title>
${card(page, translations.site)}<link rel="stylesheet" href="/assets/style.css">${brandStyle(translations.site)}
${icon(translations.site)}
<link rel="manifest" href="/assets/site.webmanifest">
<script>${trustedHtml(THEME_SCRIPT)}</script>${more && html`<script>${trustedHtml(more.script)}</script>`}
${addresses(page, translations)}${page.head}<script type="module" src="/assets/pages/page.js"></script>
</head>
<body${page.width && html` class="${page.width}"`}>
${header(page, translations)}<main id="main">
${page.main}
</main>
${footer(translations)}${page.end}</body>
</html>
`;
  return withAddressesIn(folderOf(page, translations), markup);
}

/** The page for missing addresses is shown at any depth, so that it needs the path of the tree on its host. */
function folderOf({ path, languages }: Page, { language, site }: Translations): string {
  if (path === MISSING_PAGE) return new URL(`${site.publicUrl ?? "http://localhost"}/`).pathname;
  return folderFrom(languages === "prebuilt" ? pageHref(language.tag, path).slice(1) : path);
}

function brandStyle({ brand }: Site): Html | null {
  return brand?.style === undefined ? null : html`<link rel="stylesheet" href="${brand.style}">`;
}

function icon({ brand }: Site): Html {
  const address = brand?.logo ?? ICON;
  return html`<link rel="icon" href="${address}" type="image/${address.endsWith(".png") ? "png" : "svg+xml"}">`;
}

type Headed = Pick<Page, "path" | "languages">;

function header(page: Headed, translations: Translations): Html {
  const isDeep = page.languages === "script" && page.path.indexOf("/") < page.path.length - 1;
  return isDeep ? deepHeader(translations) : newHeader(page, translations);
}

/** The header of pages such as `countries/japan/`, which differ in nothing that a header has. A build makes tens of thousands. */
const deepHeader = memoizeByKey((translations: Translations) => newHeader({ path: "countries/japan/", languages: "script" }, translations));

function newHeader(page: Headed, translations: Translations): Html {
  const { tag } = translations.language;
  const { brand = {} } = translations.site;
  const name = nameOf(translations.site);
  const t = translations.area("shell");
  return html`<a class="skip" href="#main">${t("skip")}</a>
<header class="site"><a class="brand" href="${pageHref(tag, "")}"><img src="${brand.logo ?? ICON}"
alt="" width="24" height="24" loading="lazy">${name}</a>
<button type="button" class="menu" popovertarget="menu" aria-label="${t("main_navigation")}">☰</button>
<nav id="menu" popover aria-label="${t("main_navigation")}">${navigation(page, translations)}</nav>
${searchForm(page, translations)}${settings(page, translations)}</header>
${sampleNote(translations)}`;
}

const footer = memoizeByKey((translations: Translations): Html => {
  const t = translations.area("shell");
  const docs = (path: string) => dataHref(translations.language.tag, path);
  const { warningService: service } = translations.site.brand ?? {};
  const tsunami = service
    ? html`<a href="${service.url}" rel="noreferrer"><bdi>${service.name}</bdi></a>`
    : html`<span class="nowrap">tsunami.gov</span>`;
  return html`<footer class="site"><p>${t.html("single_source", { tsunami })}</p>
<p><a href="${docs("methods/")}">${t("methods")}</a> <a href="${docs("docs/")}#sources">${t("sources")}</a> <a
href="${docs("docs/")}">${t("documentation")}</a> <a href="/api/">API</a></p></footer>
`;
});

/** The command of the README that loads today's earthquakes in a checkout. */
const LOAD_COMMAND = "npm run -s quaketree -- ingest && npm start";

/** The note that the data are the embedded sample. Every page of such a tree has it. */
function sampleNote(translations: Translations): Html | null {
  const { sample } = translations.site;
  if (!sample) return null;
  const note = translations.area("shell").html("sample", {
    from: day(sample.from),
    to: day(sample.to),
    command: html`<code dir="ltr">${LOAD_COMMAND}</code>`,
  });
  return html`<aside id="sample" data-from="${sample.from}" data-to="${sample.to}">${note}</aside>
`;
}

const ICON = "/assets/icon.svg";

function nameOf({ brand }: Site): string {
  return brand?.name ?? DEFAULT_NAME;
}

const NAME_IN_TITLE = new RegExp(`^${DEFAULT_NAME}(?=:|$)|(?<= · )${DEFAULT_NAME}$`);

/** A title with the name of the site in place of the default one, at its beginning or its end. */
function titleIn(title: string, site: Site): string {
  return title.replace(NAME_IN_TITLE, () => nameOf(site));
}

/** For scripts that render the page again. */
function brandAttribute({ brand }: Site): Html | null {
  return brand ? html` data-brand="${JSON.stringify(brand)}"` : null;
}

function pagesFromAttribute({ pagesFrom }: Site): Html | null {
  return pagesFrom === Number.NEGATIVE_INFINITY ? null : html` data-pages-from="${pagesFrom}"`;
}

/** Links to the main pages, the most visited first. */
function navigation(page: Headed, translations: Translations): Html[] {
  const { tag } = translations.language;
  const t = translations.area("shell");
  const links = [
    ["map", "map/", pageHref],
    ["earthquakes", "earthquakes/", pageHref],
    ["countries", "countries/", dataHref],
    ["plates", "plates/", dataHref],
    ["glossary", "glossary/", dataHref],
    ["tools", "tools/", pageHref],
    ["documentation", "docs/", dataHref],
  ] as const;
  return links.map(([key, path, href]) => {
    const current = page.path === path ? html` aria-current="page"` : null;
    return html`<a href="${href(tag, path)}"${current}>${t(key)}</a>
`;
  });
}

/** Without a script the form leads to the page of results. With a script the best results appear below it (`client/search.ts`). */
function searchForm({ path }: Headed, translations: Translations): Html | null {
  if (path === SEARCH_PATH) return null;
  const { tag } = translations.language;
  const t = translations.area("shell");
  return html`<form class="search" role="search" action="${pageHref(tag, SEARCH_PATH)}"><input type="search" name="q" minlength="2"
maxlength="200" required autocomplete="off" placeholder="${t("search_label")}" aria-label="${t("search")}"></form>
`;
}

/** One menu of what a reader can set. Its summary says what is set; a script completes it (`client/switches.ts`). */
function settings({ path, languages }: Headed, translations: Translations): Html {
  const { tag, name } = translations.language;
  const t = translations.area("shell");
  const set = html`<span data-set="zone"></span><span data-set="distance"></span>`;
  const called = languages === "english" ? html`<span>${t("settings")}</span>` : html`<span lang="${tag}">${name}</span>`;
  const hint = languages === "english" ? null : html`<span class="label">${t("settings")}</span> `;
  // The script fills the list of languages: tens of thousands of pages are of this kind, and without a script its links would not work.
  const items = languages === "script" ? null : languageItems((other) => pageHref(other, path), tag);
  const list = languages === "english" ? null : html`<p>${t("language")}</p><ul>${items}</ul>`;
  return html`<details class="languages"${languages === "prebuilt" ? null : html` hidden`}><summary>${hint}${called}${set}</summary>
<div class="settings"><div class="switches">${switches(translations)}</div>${list}</div></details>`;
}

/** Hidden until the script that they need shows them (`client/switches.ts`). */
function switches(translations: Translations): Html {
  const t = translations.area("shell");
  return html`<button type="button" data-switch="distance" hidden><span>${t("distances")}</span> <b></b></button><button type="button"
data-switch="zone" hidden><span>${t("time_zone")}</span> <b></b></button><button type="button" data-switch="theme" hidden
data-auto="${t("theme_auto")}" data-light="${t("theme_light")}" data-dark="${t("theme_dark")}"><span>${t("theme")}</span> <b></b></button>
`;
}

/** Metadata for link previews. */
function card({ title, description, card: said, languages, picture }: Page, site: Site): Html {
  const { publicUrl } = site;
  const kind = languages === "script" ? "article" : "website";
  const shown = picture && publicUrl !== undefined ? pictureTags(`${publicUrl}/${picture.path}`, picture.alt) : null;
  return html`<meta property="og:type" content="${kind}"><meta property="og:site_name" content="${nameOf(site)}">
<meta property="og:title" content="${titleIn(said ?? title, site)}"><meta property="og:description" content="${description}">
<meta name="twitter:card" content="${shown ? "summary_large_image" : "summary"}">${shown}
`;
}

/** @param address with the host, as crawlers demand */
function pictureTags(address: string, alt: string): Html {
  return html`
<meta property="og:image" content="${address}"><meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${PICTURE_SIZE.width}"><meta property="og:image:height" content="${PICTURE_SIZE.height}">
<meta property="og:image:alt" content="${alt}"><meta name="twitter:image:alt" content="${alt}">`;
}

/** The canonical address of the page and its addresses in other languages; absolute if the host is known. */
function addresses({ path, languages }: Page, { language, site }: Translations): Html {
  const address = (tag: LanguageTag) => `${site.publicUrl ?? ""}${pageHref(tag, path)}`;
  if (languages !== "prebuilt") return canonical(address("en"), site);
  return html`${canonical(address(language.tag), site)}${LANGUAGES.map(
    (other) => html`<link rel="alternate" hreflang="${other.tag}" href="${address(other.tag)}">
`,
  )}<link rel="alternate" hreflang="x-default" href="${address("en")}">
`;
}

function canonical(address: string, { publicUrl }: Site): Html {
  const shared = publicUrl === undefined ? null : html`<meta property="og:url" content="${address}">`;
  return html`<link rel="canonical" href="${address}">${shared}
`;
}
