import type { EarthquakeDetail } from "../../../contract/resources/resources.ts";
import { markupOf, onHost } from "../../client/base.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { type Html, html } from "../../html.ts";
import { quakeOfDetail } from "../quake.ts";
import { cardHtml, moreHtml, type TranslateMap } from "./card.ts";
import type { Formatter } from "./formatter.ts";

export type CardView = ReturnType<typeof createCard>;

export function createCard(card: HTMLElement, t: TranslateMap, written: Formatter) {
  const body = card.querySelector("#card-body") as HTMLElement;
  let current: string | null = null;
  const write = (content: Html) => {
    body.innerHTML = markupOf(content);
  };
  /** Writes only this part, so that the keyboard focus is kept. */
  const writeMore = (content: Html) => {
    (body.querySelector("#card-more") ?? body).innerHTML = markupOf(content);
  };
  return {
    /**
     * Shows an earthquake: first the values of the feed, then the detail record after it has been loaded.
     *
     * @param how.hasDetail whether the API has a record of it: of an earthquake of the archive it has none
     * @returns the earthquake, even if it is not in the selected period; undefined if it is unknown
     */
    async show(id: string, known: ListedEarthquake | undefined, { focus, hasDetail }: { focus: boolean; hasDetail: boolean }) {
      current = id;
      card.hidden = false;
      write(known ? cardHtml(known, hasDetail ? undefined : html``, t, written) : note(t("details_reading")));
      if (focus) body.querySelector("h2")?.focus();
      if (!hasDetail) return known;
      try {
        const detail = await detailOf(id);
        if (current !== id) return known;
        if (detail && !known) write(cardHtml(quakeOfDetail(detail), undefined, t, written));
        writeMore(detail ? moreHtml(detail, t, written) : note(t("not_known")));
        return known ?? (detail && quakeOfDetail(detail));
      } catch {
        if (current === id) writeMore(note(t("details_failed")));
        return known;
      }
    },
    hide() {
      current = null;
      card.hidden = true;
      body.replaceChildren();
    },
  };
}

function note(text: string): Html {
  return html`<p class="note">${text}</p>`;
}

/** The full record of an event by any of its ids; undefined if the API does not know the id. @throws Error if the request fails */
async function detailOf(id: string): Promise<EarthquakeDetail | undefined> {
  const response = await fetch(onHost(`/api/v1/earthquakes/${encodeURIComponent(id)}/`));
  if (response.status === 404 || response.status === 410) return undefined;
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as EarthquakeDetail;
}
