import { REQUEST_LANGUAGES, type RequestLanguage, requestCode, requestTarget } from "../format/request-code.ts";
import { type Html, html } from "../html.ts";
import { onHost } from "./base.ts";
import { preference, savePreference, tryToReadJson } from "./page-data.ts";

/** Script of the API reference: sends the requests of the forms, and shows their code in the language that the reader has chosen. */

/** Longer bodies are shown in part, because browsers lay out megabytes of text slowly. */
const MOST_SHOWN = 20_000;

/** The tokens of JSON that have a colour: names, texts, and other values. */
const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\b\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

const phone = matchMedia("(width < 60rem)");
const endpoints = [...document.querySelectorAll<HTMLElement>(".endpoint")];
const buttons = [...document.querySelectorAll<HTMLButtonElement>(".tabs button")];

for (const endpoint of endpoints) {
  const form = endpoint.querySelector("form");
  if (!form) continue;
  endpoint.querySelector("button[hidden]")?.removeAttribute("hidden");
  form.addEventListener("input", () => showCode(endpoint, form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void execute(endpoint, form);
  });
}

for (const tabs of document.querySelectorAll<HTMLElement>(".tabs")) tabs.hidden = false;
for (const button of buttons) {
  button.addEventListener("click", () => {
    savePreference("code", languageOf(button));
    choose(languageOf(button));
  });
}
choose(REQUEST_LANGUAGES.find((language) => language === preference("code")) ?? REQUEST_LANGUAGES[0]);
for (const block of document.querySelectorAll<HTMLElement>(".samples, .example")) offerCopy(block);
followReading();

const list = document.querySelector<HTMLDetailsElement>(".reference nav details");
if (list && phone.matches) list.open = false;
list?.setAttribute("data-started", "");
list?.addEventListener("click", ({ target }) => {
  if (phone.matches && (target as Element).closest("a")) list.open = false;
});

await useOwnHour();

/** Which hours the change feed has depends on the tree and changes by the hour. */
async function useOwnHour(): Promise<void> {
  const endpoint = document.getElementById("changes-hour");
  const form = endpoint?.querySelector("form");
  const field = form?.querySelector<HTMLInputElement>("input[name=hour]");
  const feed = await tryToReadJson<{ hours: { hour: string }[] }>("/api/changes/");
  if (!endpoint || !form || !field || !feed) return;
  const hour = feed.hours.at(-1)?.hour;
  if (hour === undefined) return sayNoHour(endpoint, form);
  field.value = hour;
  showCode(endpoint, form);
}

/** The reader can still enter an hour: the feed may have grown since the page was opened. */
function sayNoHour(endpoint: HTMLElement, form: HTMLFormElement): void {
  const note = document.createElement("p");
  note.className = "quiet";
  note.textContent =
    "There is no hour to ask for yet: the change feed lists what has changed since the snapshot before, and this is the first one.";
  endpoint.querySelector(".response")?.append(note);
  const button = form.querySelector("button");
  if (!button) return;
  button.disabled = true;
  form.addEventListener("input", () => {
    button.disabled = false;
  });
}

function languageOf(element: HTMLElement): RequestLanguage {
  return element.dataset["language"] as RequestLanguage;
}

function choose(language: RequestLanguage): void {
  for (const button of buttons) button.setAttribute("aria-pressed", String(languageOf(button) === language));
  for (const code of document.querySelectorAll<HTMLElement>(".samples pre")) code.hidden = languageOf(code) !== language;
}

/** A button that copies the code which is shown. */
function offerCopy(block: HTMLElement): void {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", () => {
    const text = block.querySelector("pre:not([hidden])")?.textContent ?? "";
    navigator.clipboard.writeText(text).then(
      () => (button.textContent = "Copied"),
      () => (button.textContent = "Not allowed"),
    );
  });
  block.querySelector("p")?.append(button);
}

/** Marks the endpoint that is read in the list of endpoints, and colours its example when it comes near. */
function followReading(): void {
  const links = new Map([...document.querySelectorAll<HTMLAnchorElement>(".reference nav a")].map((link) => [link.hash.slice(1), link]));
  const mark = ({ target, isIntersecting }: IntersectionObserverEntry) => {
    const link = links.get(target.id);
    if (!isIntersecting) return link?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "true");
    if (!phone.matches) link?.scrollIntoView({ block: "nearest" });
  };
  // A section is read where it crosses a line in the upper part of the window.
  const reading = new IntersectionObserver((seen) => seen.forEach(mark), { rootMargin: "-20% 0px -79% 0px" });
  const near = new IntersectionObserver(
    (seen) => {
      for (const { target, isIntersecting } of seen) {
        if (!isIntersecting) continue;
        near.unobserve(target);
        for (const code of target.querySelectorAll(".example pre code")) code.innerHTML = coloured(code.textContent ?? "").markup;
      }
    },
    { rootMargin: "50% 0px" },
  );
  for (const endpoint of endpoints) {
    reading.observe(endpoint);
    near.observe(endpoint);
  }
}

function coloured(json: string): Html {
  let at = 0;
  const parts = [...json.matchAll(TOKENS)].map(({ 0: all, 1: text, 2: colon, index }) => {
    const before = json.slice(at, index);
    at = index + all.length;
    const kind = text === undefined ? "value" : colon === undefined ? "text" : "name";
    return html`${before}<span class="${kind}">${text ?? all}</span>${colon}`;
  });
  return html`${parts}${json.slice(at)}`;
}

function targetOf(endpoint: HTMLElement, form: HTMLFormElement): string {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select");
  const values = Object.fromEntries([...fields].map(({ name, value }) => [name, value.trim()]));
  return requestTarget(endpoint.dataset["path"] ?? "", values);
}

function showCode(endpoint: HTMLElement, form: HTMLFormElement): void {
  const url = location.origin + onHost(targetOf(endpoint, form));
  for (const sample of endpoint.querySelectorAll<HTMLElement>(".samples pre")) {
    const code = sample.querySelector("code");
    if (code) code.textContent = requestCode(languageOf(sample), url);
  }
}

async function execute(endpoint: HTMLElement, form: HTMLFormElement): Promise<void> {
  const shown = endpoint.querySelector<HTMLElement>(".response");
  if (!shown) return;
  const target = onHost(targetOf(endpoint, form));
  shown.setAttribute("aria-busy", "true");
  const example = endpoint.querySelector<HTMLElement>(".example");
  // The answer takes its place, so that both are not below each other.
  if (example) example.hidden = true;
  try {
    const response = await fetch(target);
    shown.innerHTML = answerHtml(target, response, await response.text());
  } catch (error) {
    shown.innerHTML = html`<p class="stale">No answer: ${(error as Error).message}</p>`.markup;
  }
  shown.removeAttribute("aria-busy");
}

function answerHtml(target: string, { status, statusText, headers }: Response, body: string): string {
  const text = pretty(body);
  const rest =
    text.length > MOST_SHOWN ? html`<p class="quiet">The rest is not shown: <a href="${target}">the whole answer</a>.</p>` : null;
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`).join("\n");
  return html`<p><strong data-status="${status}">${status} ${statusText}</strong> <a href="${target}"><code>${target}</code></a></p>
<details><summary>Headers</summary><pre tabindex="0"><code>${lines}</code></pre></details>
<pre tabindex="0"><code>${coloured(text.slice(0, MOST_SHOWN))}</code></pre>${rest}`.markup;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
