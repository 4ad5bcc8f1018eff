import { COPY_AS_OF } from "../../contract/texts/vocabulary.ts";
import { html } from "../html.ts";
import { type Texts, translateFrom } from "../i18n/translations.ts";
import { installed } from "./installed.ts";
import { localise } from "./localise.ts";
import { preference, readJson } from "./page-data.ts";

/** What the service worker is told; see `hosts/browser/service-worker.ts`. */
type Message = { type: "speak"; language: string };

/** What it says to that. */
interface Told {
  ok: boolean;
  error?: string;
}

/** The tag of the language that the reader reads in, which the page may not be in yet. */
function readersLanguage(): string {
  const { lang } = document.documentElement;
  if (lang !== "en") return lang;
  return new URLSearchParams(location.search).get("lang") ?? preference("language") ?? lang;
}

/** Tells a service worker something. @returns when it has done it, or could not */
function sendToWorker(worker: ServiceWorker, message: Message): Promise<Told> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data as Told), { once: true });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}

/** Browsers have service workers for pages from https: and from this machine only. */
export function canKeepCopy(): boolean {
  return (navigator.serviceWorker as ServiceWorkerContainer | undefined) !== undefined;
}

/** Keeps a copy of the data and the pages in this browser. @returns when it is whole. @throws Error where it cannot be had */
export async function keepCopy(): Promise<void> {
  const worker = await installed(await navigator.serviceWorker.register("/service-worker.js"));
  const { ok, error } = await sendToWorker(worker, { type: "speak", language: readersLanguage() });
  if (!ok) throw new Error(error);
}

/** Whether the host answers queries by itself: one that has only files needs the copy to answer them. */
export async function hostAnswers(): Promise<boolean> {
  try {
    const response = await fetch("/api/v1/stats/");
    const stats = (await response.json()) as { last_24h?: unknown };
    return typeof stats.last_24h === "object";
  } catch {
    return false;
  }
}

/** Whether the reader has asked for as little traffic as possible. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** When the page has all that it needs itself. */
export function pageLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}

/** For this long, that a host answers by itself is not asked again: until the reader closes the tab. */
const ANSWERS = "host-answers";

/**
 * On a host that has only files the copy in the browser is what answers queries, so it is made without being asked for: after
 * the page is there, and not for readers who save data. Elsewhere the start page offers it.
 */
export async function keepCopyWhereNeeded(): Promise<void> {
  if (!canKeepCopy()) return;
  const language = readersLanguage();
  const { controller } = navigator.serviceWorker;
  if (controller) {
    await sendToWorker(controller, { type: "speak", language });
    return;
  }
  await pageLoaded();
  if (savesData() || known() || (await navigator.serviceWorker.getRegistration())) return;
  if (await hostAnswers()) rememberThatItAnswers();
  // Where it fails, the start page says why.
  else await keepCopy().catch(() => {});
}

function known(): boolean {
  try {
    return sessionStorage.getItem(ANSWERS) !== null;
  } catch {
    return false;
  }
}

function rememberThatItAnswers(): void {
  try {
    sessionStorage.setItem(ANSWERS, "1");
  } catch {
    // Then it is asked again.
  }
}

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
