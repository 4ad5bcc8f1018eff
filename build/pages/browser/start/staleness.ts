interface Promised {
  as_of: string;
  stale_after_s: number;
}

/** Says so where the snapshot is older than it promises to become, or where the network is gone. @param clock ms since 1970 UTC */
export async function tellStaleness(clock: () => number): Promise<void> {
  const note = document.querySelector<HTMLElement>(".stale");
  const promised = await snapshot();
  if (!note || !promised) return;
  const ageS = (clock() - Date.parse(promised.as_of)) / 1000;
  if (!navigator.onLine) show(note, note.dataset.offline);
  else if (ageS > promised.stale_after_s) show(note, note.dataset.stale);
}

function show(note: HTMLElement, text: string | undefined): void {
  note.hidden = false;
  note.textContent = text ?? "";
}

async function snapshot(): Promise<Promised | undefined> {
  try {
    const answer = await fetch("/snapshot.json");
    return answer.ok ? ((await answer.json()) as Promised) : undefined;
  } catch {
    // Offline without a copy: the page itself says as of when it is.
    return undefined;
  }
}
