import { COPY_AS_OF } from "../../contract/texts/copy.ts";
import { offerCopy } from "./offer-copy.ts";

/** The start page: whether the data are older than they promise, and a copy for when the network is down. */
await Promise.all([tellStaleness(Date.now), offerCopy()]);

interface Promised {
  as_of: string;
  stale_after_s: number;
}

/** Says so where the snapshot is older than it promises to become. @param clock ms since 1970 UTC */
async function tellStaleness(clock: () => number): Promise<void> {
  const note = document.querySelector<HTMLElement>(".stale");
  const promised = await snapshot();
  if (!note || !promised) return;
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
