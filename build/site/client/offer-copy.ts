import { textsOfPage } from "./texts.ts";
import { canKeepCopy, hostAnswers, keepCopy, pageLoaded, savesData } from "./worker.ts";

/**
 * Offers to keep a copy of the tree in this browser, which then answers without a network. Where the host has only files,
 * the copy is what answers at all, so there it is not waited for to be asked, but for readers who save data.
 */
export async function offerCopy(): Promise<void> {
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
