import { type RequestLanguage, requestCode, requestTarget } from "../format/request-code.ts";
import { html } from "../html.ts";
import { tryToReadJson } from "./page-data.ts";

/** Script of the API reference: sends the requests of the forms, and shows their code in the chosen language. */

/** Longer bodies are shown in part, because browsers lay out megabytes of text slowly. */
const MOST_SHOWN = 20_000;

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
for (const button of buttons) button.addEventListener("click", () => choose(languageOf(button)));
choose("curl");

const list = document.querySelector<HTMLDetailsElement>(".reference nav details");
const phone = matchMedia("(width < 60rem)");
if (list && phone.matches) list.open = false;
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

function targetOf(endpoint: HTMLElement, form: HTMLFormElement): string {
  const fields = form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select");
  const values = Object.fromEntries([...fields].map(({ name, value }) => [name, value.trim()]));
  return requestTarget(endpoint.dataset["path"] ?? "", values);
}

function showCode(endpoint: HTMLElement, form: HTMLFormElement): void {
  const url = location.origin + targetOf(endpoint, form);
  for (const sample of endpoint.querySelectorAll<HTMLElement>(".samples pre")) {
    const code = sample.querySelector("code");
    if (code) code.textContent = requestCode(languageOf(sample), url);
  }
}

async function execute(endpoint: HTMLElement, form: HTMLFormElement): Promise<void> {
  const shown = endpoint.querySelector<HTMLElement>(".response");
  if (!shown) return;
  const target = targetOf(endpoint, form);
  shown.setAttribute("aria-busy", "true");
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
<pre tabindex="0"><code>${text.slice(0, MOST_SHOWN)}</code></pre>${rest}`.markup;
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
