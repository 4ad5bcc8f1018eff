import { canKeepCopy, hostAnswers, keepCopy, pageLoaded, readersLanguage, savesData, sendToWorker } from "./worker.ts";

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
