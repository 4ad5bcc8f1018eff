import { COPY_AS_OF, ON_DEMAND } from "../../contract/texts/vocabulary.ts";
import { html } from "../html.ts";
import { languageOf } from "../i18n/languages.ts";
import { type Texts, translateFrom } from "../i18n/translations.ts";
import { onHost } from "./base.ts";
import { installed } from "./installed.ts";
import { localise } from "./localise.ts";
import { preference, readJson } from "./page-data.ts";

/** The message to the service worker; see `hosts/browser/offline/service-worker.ts`. */
type Message = { type: "set-language"; language: string };

interface WorkerReply {
  ok: boolean;
  error?: string;
}

/** The tag of the reader's language. The page may still be in English. */
function readersLanguage(): string {
  const { lang } = document.documentElement;
  if (lang !== "en") return lang;
  return new URLSearchParams(location.search).get("lang") ?? preference("language") ?? lang;
}

/** Sends a message to a service worker. @returns the reply, after the worker has finished or failed */
function sendToWorker(worker: ServiceWorker, message: Message): Promise<WorkerReply> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data as WorkerReply), { once: true });
    port1.start();
    worker.postMessage(message, [port2]);
  });
}

/** Browsers support service workers only on pages from https: and from localhost. */
export function canKeepCopy(): boolean {
  return (navigator.serviceWorker as ServiceWorkerContainer | undefined) !== undefined;
}

const WORKER = onHost("/service-worker.js");

/** Stores a copy of the data and the pages in this browser. @returns when the copy is complete @throws Error if that fails */
export async function keepCopy(): Promise<void> {
  const worker = await installed(await navigator.serviceWorker.register(WORKER));
  const { ok, error } = await sendToWorker(worker, { type: "set-language", language: readersLanguage() });
  if (!ok) throw new Error(error);
}

/** Whether the reader has asked for a copy. Otherwise there is no service worker, or one that answers queries on demand. */
export async function hasCopy(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration();
  const { active, waiting, installing } = registration ?? {};
  const worker = installing ?? waiting ?? active;
  return worker !== undefined && worker !== null && !worker.scriptURL.endsWith(ON_DEMAND);
}

/** Whether the host answers queries. If the host has only static files, a service worker answers them. */
async function hostAnswers(): Promise<boolean> {
  try {
    const response = await fetch(onHost("/api/v1/stats/"));
    const stats = (await response.json()) as { last_24h?: unknown };
    return typeof stats.last_24h === "object";
  } catch {
    return false;
  }
}

/** Whether queries to `/api/` are answered by the host, or by a whole copy in this browser. */
export async function answersQueries(): Promise<boolean> {
  if (isKnownToAnswer()) return true;
  if (canKeepCopy()) {
    if (await hasCopy()) return true;
    // It was registered because the host has only files.
    if (navigator.serviceWorker.controller) return false;
  }
  const answers = await hostAnswers();
  if (answers) saveThatHostAnswers();
  return answers;
}

/** Whether the reader has asked for reduced data usage. */
function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  return connection?.saveData === true;
}

/** Resolves after the page has loaded. */
function pageLoaded(): Promise<void> {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => window.addEventListener("load", () => resolve(), { once: true }));
}

/** Key in the session storage. A host that answers queries is not asked again until the tab is closed. */
const ANSWERS = "host-answers";

/**
 * If the host has only static files, registers the service worker that answers queries, after the page has loaded. The worker
 * fetches only what an answer needs. It is not registered if the reader saves data.
 */
export async function answerWhereNeeded(): Promise<void> {
  if (!canKeepCopy()) return;
  const language = readersLanguage();
  const { controller } = navigator.serviceWorker;
  if (controller) {
    await sendToWorker(controller, { type: "set-language", language });
    return;
  }
  await pageLoaded();
  if (savesData() || isKnownToAnswer() || (await navigator.serviceWorker.getRegistration())) return;
  if (await hostAnswers()) saveThatHostAnswers();
  // If that fails, the page still shows what it was built with.
  else await navigator.serviceWorker.register(WORKER + ON_DEMAND).catch(() => {});
}

function isKnownToAnswer(): boolean {
  try {
    return sessionStorage.getItem(ANSWERS) !== null;
  } catch {
    return false;
  }
}

function saveThatHostAnswers(): void {
  try {
    sessionStorage.setItem(ANSWERS, "1");
  } catch {
    // Without the stored value, the next page asks the host again.
  }
}

/** Interval between attempts to reach the host after a failure, ms. */
const RETRY_MS = 30_000;
const SETTLED_MS = 1_000;

/** While the host cannot be reached, shows the age of the copy on pages that come from it. */
export function watchCopyAge(): void {
  // Without a service worker there is no copy.
  if (!(navigator.serviceWorker as ServiceWorkerContainer | undefined)?.controller) return;
  check();
  window.addEventListener("online", check);
  // The events may fire shortly before the last connection closes, or the first one opens.
  for (const event of ["online", "offline"]) window.addEventListener(event, () => setTimeout(check, SETTLED_MS));
  // The `lang` attribute changes when a data page is rendered in the reader's language. The note must then change its language too.
  new MutationObserver(check).observe(document.documentElement, { attributeFilter: ["lang"] });
  setInterval(() => (ageNote() || !navigator.onLine) && check(), RETRY_MS);
}

function check(): void {
  void updateCopyAge();
}

function ageNote(): HTMLElement | null {
  return document.getElementById("copy-age");
}

/** The number of checks that have begun. */
let checks = 0;

/** Only the latest check writes: an earlier one may wait longer, and would show the note again after the network is back. */
async function updateCopyAge(): Promise<void> {
  const own = ++checks;
  const asOf = await asOfCopy();
  if (asOf !== undefined) await show(asOf, () => own === checks);
  else if (own === checks) ageNote()?.remove();
}

/** The instant of the data in the copy that this page comes from; undefined if the host answers. */
async function asOfCopy(): Promise<string | undefined> {
  try {
    const response = await fetch(location.pathname + location.search, { method: "HEAD", cache: "no-store" });
    return response.headers.get(COPY_AS_OF) ?? undefined;
  } catch {
    return undefined;
  }
}

async function show(asOf: string, isLatest: () => boolean): Promise<void> {
  const { lang } = document.documentElement;
  const texts = await readJson<Texts>(`/assets/texts/shell/${lang}.json`);
  if (!isLatest()) return;
  const t = translateFrom<"copy_as_of">(texts, languageOf(lang).tag);
  const values = {
    time: html`<time datetime="${asOf}"></time>`,
    age: html`<time data-age datetime="${asOf}"></time>`,
  };
  const note = ageNote() ?? insertAgeNote();
  // The text is written only if it changes, because a screen reader announces every write.
  if (note.dataset["asOf"] === asOf && note.lang === lang) return;
  Object.assign(note, { lang, innerHTML: t.html("copy_as_of", values).markup });
  note.dataset["asOf"] = asOf;
  localise(note, Date.now());
}

function insertAgeNote(): HTMLElement {
  const note = document.createElement("p");
  note.id = "copy-age";
  note.setAttribute("role", "status");
  document.querySelector("header.site")?.after(note);
  return note;
}
