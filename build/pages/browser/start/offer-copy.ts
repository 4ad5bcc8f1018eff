import { textsOfPage } from "../shared/texts.ts";

/**
 * Offers to keep a copy of the tree in this browser, which then answers without a network. Where the host has only files,
 * the copy is what answers at all, so there it is not waited for to be asked.
 */
export async function offerCopy(): Promise<void> {
  const note = document.getElementById("offline");
  const button = note?.querySelector("button");
  const status = note?.querySelector<HTMLElement>("[role=status]");
  // Browsers have service workers for pages from https: and from this machine only.
  if (!note || !button || !status || !navigator.serviceWorker) return;
  const offer = { note, button, status };
  button.addEventListener("click", () => void keepCopy(offer));
  if ((await navigator.serviceWorker.getRegistration()) || !(await hostAnswers())) await keepCopy(offer);
  else note.hidden = false;
}

interface Offer {
  note: HTMLElement;
  button: HTMLButtonElement;
  status: HTMLElement;
}

async function keepCopy({ note, button, status }: Offer): Promise<void> {
  const say = textsOfPage<"start">();
  const tell = (text: string) => {
    note.hidden = false;
    status.textContent = text;
  };
  button.hidden = true;
  tell(say("keeping"));
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    await navigator.serviceWorker.ready;
    tell(say("kept"));
  } catch (error) {
    button.hidden = false;
    tell(say("not_kept", { reason: (error as Error).message }));
  }
}

async function hostAnswers(): Promise<boolean> {
  try {
    const response = await fetch("/api/v1/stats/");
    const stats = (await response.json()) as { last_24h?: unknown };
    return typeof stats.last_24h === "object";
  } catch {
    return false;
  }
}
