import type { ApiIndex, GlobalStats } from "../../contract/resources/resources.ts";
import { COPY_AS_OF } from "../../contract/texts/vocabulary.ts";
import { dataHref } from "../addresses.ts";
import { languageOf } from "../i18n/languages.ts";
import { onHost } from "./base.ts";
import { canKeepCopy, hasCopy, keepCopy } from "./copy.ts";
import { localise } from "./localise.ts";
import { answerTo, isInFrame, isSample, textsOfPage } from "./page-data.ts";

/**
 * Script of the start page: writes the newest figures, warns of outdated data, links the marks of the map, offers a copy. A frame shows
 * the map alone.
 */
await Promise.all(isInFrame() ? [linkMarks()] : [writeFigures(Date.now), linkMarks(), offerCopy()]);

/** Writes the figures that change with every snapshot, which the page has only roughly. @param clock ms since 1970 UTC */
async function writeFigures(clock: () => number): Promise<void> {
  const [answer, figures] = await Promise.all([answerTo("/api"), answerTo("/api/v1/stats")]);
  const stats = (await figures?.json()) as GlobalStats | undefined;
  if (stats) writeCount(document.querySelector(".day .numbers strong"), stats.last_24h.total);
  const index = (await answer?.json()) as ApiIndex | undefined;
  if (!answer || !index) return;
  for (const { id, records, as_of: asOf } of index.data_sets) {
    const [, count, instant] = document.querySelectorAll(`tr[data-source="${id}"] > td`);
    if (!count || !instant || asOf === null) continue;
    writeCount(count, records);
    writeTime(instant, asOf);
  }
  const asOf = index.snapshot.as_of;
  writeAge(asOf);
  // Every page shows the age of an offline copy, and an old copy does not mean that the sources are late.
  if (!answer.headers.has(COPY_AS_OF)) tellStaleness(clock() - Date.parse(asOf));
}

/** Replaces `≥ 300` by `311`. */
function writeCount(element: Element | null, count: number): void {
  const data = element?.querySelector("data");
  if (!element || !data) return;
  data.value = String(count);
  element.replaceChildren(data);
  localise(element, Date.now());
}

/** Replaces a day by a time and its age. The age of the sample says nothing to a reader. */
function writeTime(element: Element, instant: string): void {
  const time = element.querySelector("time");
  if (!time) return;
  time.removeAttribute("data-day");
  time.dateTime = instant;
  if (!isSample()) {
    const age = document.createElement("time");
    Object.assign(age, { dateTime: instant }).dataset["age"] = "";
    element.append(" · ", age);
  }
  localise(element, Date.now());
}

/** Shows the text with the time and the age of the data in place of that with their day. */
function writeAge(asOf: string): void {
  const [day, aged] = document.querySelectorAll<HTMLElement>(".asof");
  if (!day || !aged) return;
  for (const element of aged.querySelectorAll("time")) element.dateTime = asOf;
  localise(aged, Date.now());
  aged.hidden = false;
  day.remove();
}

/** Warns if the data are older than the page promises; the sample promises nothing. @param ageMs ms */
function tellStaleness(ageMs: number): void {
  const note = document.querySelector<HTMLElement>(".stale");
  if (!note || !(ageMs > Number(note.dataset["after"]) * 1000)) return;
  note.hidden = false;
  note.textContent = note.dataset["stale"] ?? "";
}

/**
 * Makes the marks of the map, which are in a file of all languages, a part of the page: so they are links in its language, and
 * follow its styles.
 */
async function linkMarks(): Promise<void> {
  const use = document.querySelector("svg.world use.marks");
  const marks = use && (await marksOf(use.getAttribute("href") ?? ""));
  if (!marks) return;
  const { tag } = languageOf(document.documentElement.lang);
  for (const link of marks.querySelectorAll("a")) {
    const [, page] = /(earthquakes\/.*)$/.exec(link.getAttribute("href") ?? "") ?? [];
    if (page !== undefined) link.setAttribute("href", onHost(dataHref(tag, page)));
  }
  writeCount(document.querySelector(".front-map bdi"), marks.querySelectorAll(".mark").length);
  use.replaceWith(document.importNode(marks, true));
}

/** The element of a file, by `/file.svg#id`. */
async function marksOf(address: string): Promise<Element | null> {
  const [file = "", id = ""] = address.split("#");
  try {
    const answer = await fetch(file);
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "image/svg+xml").getElementById(id) : null;
  } catch {
    // Without a network the marks stay as they are, if they are shown at all.
    return null;
  }
}

/**
 * Offers to store a copy of the tree in this browser, which then answers queries without a network. A copy that exists is
 * completed, for example with the pages in the language of this page.
 */
async function offerCopy(): Promise<void> {
  const note = document.getElementById("offline");
  const button = note?.querySelector("button");
  const status = note?.querySelector<HTMLElement>("[role=status]");
  if (!note || !button || !status || !canKeepCopy()) return;
  const keep = async () => {
    const t = textsOfPage<"start">();
    const showState = (text: string) => {
      note.hidden = false;
      status.textContent = text;
    };
    button.hidden = true;
    showState(t("keeping"));
    try {
      await keepCopy();
      showState(t("kept"));
    } catch (error) {
      button.hidden = false;
      showState(t("not_kept", { reason: (error as Error).message }));
    }
  };
  button.addEventListener("click", () => {
    // The browser should not delete a copy that the reader requested, even if storage is full.
    void navigator.storage.persist();
    void keep();
  });
  if (await hasCopy()) await keep();
  else note.hidden = false;
}
