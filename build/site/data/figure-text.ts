import { type Html, html } from "../html.ts";
import { Counted } from "../i18n/plural.ts";
import type { Values } from "../i18n/translations.ts";
import type { TranslateData } from "./render-context.ts";

/** The texts of figures of data pages and of the titles above them. A frame in another language loads these alone. */
export const FIGURE_TEXTS = [
  "compass_points",
  "contours_note",
  "countries_title",
  "country_title",
  "deep",
  "depth",
  "depth_unknown",
  "finding_convergent",
  "finding_depth",
  "finding_divergent",
  "finding_plates",
  "finding_shaking",
  "finding_transform",
  "finding_years",
  "finding_zones",
  "intermediate",
  "magnitude",
  "magnitude_unknown",
  "map_boundaries_note",
  "map_of_country_note",
  "map_of_event_note",
  "map_of_plate_note",
  "map_of_plates_note",
  "map_of_zones_note",
  "on_live_map",
  "place_from",
  "plate_title",
  "plates_title",
  "shallow",
  "years_chart",
  "zone_very_high",
  "zone_high",
  "zone_moderate",
  "zone_low",
  "zone_minimal",
] as const;

type FigureText = (typeof FIGURE_TEXTS)[number];

/** A value of a text as an attribute keeps it: its markup, and the number if it counts something. */
export type KeptValue = string | readonly [number: number, markup: string];

/**
 * A text of a figure. It names its key and its values, so that a frame says it in another language without the rest of the page
 * (`client/figure/translate.ts`).
 */
export function figureText(t: TranslateData, key: FigureText, values: Values = {}): Html {
  const kept = Object.entries(values).map(([name, value]): [string, KeptValue] => [
    name,
    value instanceof Counted ? [value.number, html`${value.shown}`.markup] : html`${value}`.markup,
  ]);
  const attribute = kept.length > 0 ? html` data-values="${JSON.stringify(Object.fromEntries(kept))}"` : null;
  return html`<span data-text="${key}"${attribute}>${t.html(key, values)}</span>`;
}
