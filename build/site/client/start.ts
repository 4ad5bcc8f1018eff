import { COPY_AS_OF } from "../../contract/texts/vocabulary.ts";
import { canKeepCopy, hostAnswers, keepCopy, pageLoaded, savesData } from "./copy.ts";
import { textsOfPage } from "./page-data.ts";

/** The start page: whether the data are older than they promise, and a copy for when the network is down. */
await Promise.all([tellStaleness(Date.now), offerCopy()]);

interface Promised {
  as_of: string;
  /** The age of a sample is no fault, and every page names it. */
  sample?: true;
  stale_after_s: number;
}

/** Says so where the snapshot is older than it promises to become. @param clock ms since 1970 UTC */
async function tellStaleness(clock: () => number): Promise<void> {
  const note = document.querySelector<HTMLElement>(".stale");
  const promised = await snapshot();
  if (!note || !promised || promised.sample) return;
  const ageS = (clock() - Date.parse(promised.as_of)) / 1000;
  if (ageS <= promised.stale_after_s) return;
  note.hidden = false;
  note.textContent = note.dataset["stale"] ?? "";
}

async function snapshot(): Promise<Promised | undefined> {
  try {
    const answer = await fetch("/snapshot.json");
    // How old a copy is every page says, and nothing upstream is to blame.
    return answer.ok && !answer.headers.has(COPY_AS_OF) ? ((await answer.json()) as Promised) : undefined;
  } catch {
    // Without a network and a copy the page itself says as of when it is.
    return undefined;
  }
}

/**
 * Offers to keep a copy of the tree in this browser, which then answers without a network. Where the host has only files,
 * the copy is what answers at all, so there it is not waited for to be asked, but for readers who save data.
 */
async function offerCopy(): Promise<void> {
  const note = document.getElementById("offline");
  const button = note?.querySelector("button");
  const status = note?.querySelector<HTMLElement>("[role=status]");
  if (!note || !button || !status || !canKeepCopy()) return;
  const offer = { note, button, status };
  button.addEventListener("click", () => {
    // A copy that was asked for is not to be thrown away for want of room. Safari before 15.2 cannot be asked for that.
    void (navigator.storage as StorageManager | undefined)?.persist();
    void keep(offer);
  });
  await pageLoaded();
  const isKept = (await navigator.serviceWorker.getRegistration()) !== undefined;
  if (isKept || (!savesData() && !(await hostAnswers()))) await keep(offer);
  else note.hidden = false;
}

interface Offer {
  note: HTMLElement;
  button: HTMLButtonElement;
  status: HTMLElement;
}

async function keep({ note, button, status }: Offer): Promise<void> {
  const t = textsOfPage<"start">();
  const tell = (text: string) => {
    note.hidden = false;
    status.textContent = text;
  };
  button.hidden = true;
  tell(t("keeping"));
  try {
    await keepCopy();
    tell(t("kept"));
  } catch (error) {
    button.hidden = false;
    tell(t("not_kept", { reason: (error as Error).message }));
  }
}
