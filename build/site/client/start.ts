import { COPY_AS_OF } from "../../contract/texts/vocabulary.ts";
import { dataHref } from "../addresses.ts";
import { languageOf } from "../i18n/languages.ts";
import { canKeepCopy, hasCopy, keepCopy } from "./copy.ts";
import { mayBeStale, textsOfPage } from "./page-data.ts";

/** Script of the start page: warns of outdated data, links the marks of the map, and offers an offline copy. */
await Promise.all([tellStaleness(Date.now), linkMarks(), offerCopy()]);

interface Promised {
  as_of: string;
  /** Set for the embedded sample. Its age is not an error, and every page of such a tree mentions the sample. */
  sample?: true;
  stale_after_s: number;
}

/** Warns if the snapshot is older than its document promises. @param clock ms since 1970 UTC */
async function tellStaleness(clock: () => number): Promise<void> {
  const note = document.querySelector<HTMLElement>(".stale");
  const asOf = document.querySelector<HTMLTimeElement>(".asof time")?.dateTime ?? "";
  if (!mayBeStale(Date.parse(asOf), clock())) return;
  const promised = await snapshot();
  if (!note || !promised || promised.sample) return;
  const ageS = (clock() - Date.parse(promised.as_of)) / 1000;
  if (ageS <= promised.stale_after_s) return;
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
    const [, page] = /^\/(earthquakes\/.*)$/.exec(link.getAttribute("href") ?? "") ?? [];
    if (page !== undefined) link.setAttribute("href", dataHref(tag, page));
  }
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

async function snapshot(): Promise<Promised | undefined> {
  try {
    const answer = await fetch("/snapshot.json");
    // An answer from the offline copy is ignored: every page shows the age of the copy, and an old copy does not mean that
    // the sources are late.
    return answer.ok && !answer.headers.has(COPY_AS_OF) ? ((await answer.json()) as Promised) : undefined;
  } catch {
    // Without a network and without a copy, the page shows only its own date.
    return undefined;
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
  const offer = { note, button, status };
  button.addEventListener("click", () => {
    // The browser should not delete a copy that the reader requested, even if storage is full. Safari before 15.2 does not
    // support this.
    void (navigator.storage as StorageManager | undefined)?.persist();
    void keep(offer);
  });
  if (await hasCopy()) await keep(offer);
  else note.hidden = false;
}

interface Offer {
  note: HTMLElement;
  button: HTMLButtonElement;
  status: HTMLElement;
}

async function keep({ note, button, status }: Offer): Promise<void> {
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
}
