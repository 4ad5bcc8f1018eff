import type { EarthquakeDetail } from "../../../contract/resources/resources.ts";
import { markupOf, onHost } from "../../client/base.ts";
import type { ListedEarthquake } from "../../earthquakes/table.ts";
import { type Html, html } from "../../html.ts";
import { type CardStyle, cardHtml, moreHtml, type TranslateMap } from "../card.ts";
import { quakeOfDetail } from "../quake.ts";

export interface CardView {
  /**
   * Shows an earthquake: first the values of the feed, then the detail record after it has been loaded.
   *
   * @param how.hasDetail whether the API has a record of it: of an earthquake of the archive it has none
   * @returns the earthquake, even if it is not in the selected period; undefined if it is unknown
   */
  show: (
    id: string,
    known: ListedEarthquake | undefined,
    how: { focus: boolean; hasDetail: boolean },
  ) => Promise<ListedEarthquake | undefined>;
  hide: () => void;
}

export function createCard(card: HTMLElement, t: TranslateMap, style: CardStyle): CardView {
  const body = card.querySelector("#card-body") as HTMLElement;
  let current: string | null = null;

  const write = (quake: ListedEarthquake, more?: Parameters<typeof cardHtml>[1]) => {
    body.innerHTML = markupOf(cardHtml(quake, more, t, style));
  };

  return {
    async show(id, known, { focus, hasDetail }) {
      current = id;
      card.hidden = false;
      body.innerHTML = note(t("details_reading")).markup;
      if (known) write(known, hasDetail ? undefined : html``);
      if (focus) body.querySelector("h2")?.focus();
      if (!hasDetail) return known;
      try {
        const detail = await detailOf(id);
        if (current !== id) return known;
        const quake = known ?? (detail && quakeOfDetail(detail));
        if (quake && detail) fill(body, quake, known !== undefined, markupOf(moreHtml(detail, t, style)), write);
        else if (!quake) body.innerHTML = note(t("not_known")).markup;
        return quake;
      } catch {
        if (current === id) failed(body, known, note(t("details_failed")).markup);
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

/** Writes only the new part, so that the keyboard focus is kept. */
function fill(body: HTMLElement, quake: ListedEarthquake, written: boolean, more: string, write: (quake: ListedEarthquake) => void): void {
  if (!written) write(quake);
  const place = body.querySelector("#card-more");
  if (place) place.innerHTML = more;
}

function failed(body: HTMLElement, known: ListedEarthquake | undefined, text: string): void {
  const place = known ? body.querySelector("#card-more") : body;
  if (place) place.innerHTML = text;
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
