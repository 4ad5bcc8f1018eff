import { pageHref } from "../addresses.ts";
import { html } from "../html.ts";
import { type Language, preferredLanguage } from "../i18n/languages.ts";
import { type Texts, translateFrom } from "../i18n/translations.ts";
import { preference, savePreference, tryToReadJson } from "./page-data.ts";

/**
 * Offers a reader who prefers another language the page in it, or states that the page is in English only. The reader is never
 * moved without asking. A reader who closes the note does not see it again.
 */
export async function noteLanguage(): Promise<void> {
  const { lang } = document.documentElement;
  // The address names a language.
  if (new URLSearchParams(location.search).has("lang")) return;
  const chosen = preference("language");
  const wanted = preferredLanguage(chosen, navigator.languages);
  if (!wanted || wanted.tag === lang) return;
  const link = document.querySelector<HTMLAnchorElement>(`.languages a[hreflang="${wanted.tag}"]`);
  const isRendered = link?.getAttribute("href")?.startsWith("?") === true && chosen !== undefined;
  if (isRendered || (!link && preference("english-only") !== undefined)) return;
  const texts = await tryToReadJson<Texts>(`/assets/texts/shell/${wanted.tag}.json`);
  if (texts) show(wanted, texts, link, lang);
}

function show({ tag, dir }: Language, texts: Texts, link: HTMLAnchorElement | null, lang: string): void {
  const t = translateFrom<"also_in" | "english_only" | "start" | "close" | "language">(texts, tag);
  const note = document.createElement("aside");
  Object.assign(note, { id: "language-note", lang: tag, dir });
  note.setAttribute("aria-label", t("language"));
  const text = link
    ? html`<a href="${link.href}" hreflang="${tag}">${t("also_in")}</a>`
    : html`<span>${t("english_only")} <a href="${pageHref(tag, "")}" hreflang="${tag}">${t("start")}</a></span>`;
  note.innerHTML = html`${text} <button type="button" aria-label="${t("close")}">✕</button>`.markup;
  note.querySelector("a")?.addEventListener("click", () => savePreference("language", tag));
  note.querySelector("button")?.addEventListener("click", () => {
    if (link) savePreference("language", lang);
    else savePreference("english-only", "1");
    note.remove();
  });
  document.querySelector("header.site")?.after(note);
}
