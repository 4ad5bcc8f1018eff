import { COPY_AS_OF } from "../../contract/texts/copy.ts";
import { html } from "../html.ts";
import type { Texts } from "../i18n/texts.ts";
import { translateFrom } from "../i18n/translations.ts";
import { localise } from "./localise.ts";
import { readJson } from "./read-json.ts";

/** How often the host is looked for again while it is out of reach, ms. */
const LOOK_AGAIN_MS = 30_000;
const SETTLED_MS = 1_000;

/** Says on a page that comes from the copy how old that is, for as long as the host is out of reach. */
export function watchCopyAge(): void {
  // Without a service worker there is no copy.
  if (!(navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller) return;
  look();
  window.addEventListener("online", look);
  // It may tell of it a moment before the last connection is gone.
  window.addEventListener("offline", () => setTimeout(look, SETTLED_MS));
  // A page of data is written anew in the reader's language.
  new MutationObserver(look).observe(document.documentElement, { attributeFilter: ["lang"] });
  setInterval(() => (line() || !navigator.onLine) && look(), LOOK_AGAIN_MS);
}

function look(): void {
  void tellCopyAge();
}

function line(): HTMLElement | null {
  return document.getElementById("copy-age");
}

async function tellCopyAge(): Promise<void> {
  const asOf = await asOfCopy();
  if (asOf === undefined) line()?.remove();
  else await show(asOf);
}

/** Of when this page is in the copy; undefined where the host answers. */
async function asOfCopy(): Promise<string | undefined> {
  try {
    const response = await fetch(location.pathname + location.search, { method: "HEAD", cache: "no-store" });
    return response.headers.get(COPY_AS_OF) ?? undefined;
  } catch {
    return undefined;
  }
}

async function show(asOf: string): Promise<void> {
  const { lang } = document.documentElement;
  const texts = await readJson<TextsFile>(`/assets/texts/${lang}.json`);
  const t = translateFrom<"copy_as_of">(texts.shell);
  const values = {
    time: html`<time datetime="${asOf}"></time>`,
    age: html`<time data-age datetime="${asOf}"></time>`,
  };
  const told = line() ?? made();
  // Written only when it changes: a screen reader says it each time.
  if (told.dataset["asOf"] === asOf && told.lang === lang) return;
  Object.assign(told, { lang, innerHTML: t.html("copy_as_of", values).markup });
  told.dataset["asOf"] = asOf;
  localise(told, Date.now());
}

interface TextsFile {
  shell: Texts;
}

function made(): HTMLElement {
  const told = document.createElement("p");
  told.id = "copy-age";
  told.setAttribute("role", "status");
  document.querySelector("header.site")?.after(told);
  return told;
}
