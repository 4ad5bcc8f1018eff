import { coveredText } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { ToolContext } from "./tool.ts";

/** With so many earthquakes or more, tools do not read the archive. */
export const ARCHIVE_MOST = 20_000;

/** Why a tool has no earthquakes of the archive. @param least the requested magnitude */
export function absentText(absent: "incomplete" | "many", least: number, { t, number }: ToolContext): Html {
  const values = { least: number(least, { digits: 1 }), most: number(ARCHIVE_MOST, { digits: 0 }) };
  return html`<p>${t(`archive_${absent}`, values)}</p>`;
}

/** Since when the data cover the period. @param from null or undefined if they cover all of it */
export function coveredNote(from: string | null | undefined, { t }: ToolContext): Html | null {
  return from ? html`<p>${coveredText(from, t)}</p>` : null;
}

/** Since when the archive has every earthquake. @param since ms since 1970 UTC */
export function sinceText(since: number, { t }: ToolContext): Html {
  return html`<p>${t("archive_since", { date: new Date(since).toISOString().slice(0, 10) })}</p>`;
}
