import { day, yearText } from "../../format/dates.ts";
import { numberElement } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import { Counted } from "../../i18n/plural.ts";
import type { Translate } from "../../i18n/translations.ts";
import { type Found, MOST_ARCHIVED } from "./catalogue.ts";

/** The texts of the sentences that a page states what was found with; `SENTENCE_TEXTS` of `form.ts` has their areas. */
export type SentenceText =
  | "found"
  | "found_deaths"
  | "looked_history"
  | "looked_recent"
  | "year_bc"
  | "list_none"
  | "archive_since"
  | "archive_incomplete"
  | "archive_many";

/** How many were found, and how many died in them. */
export function finding({ rows }: Pick<Found, "rows">, t: Translate<SentenceText>): Html {
  const deaths = rows.reduce((sum, one) => sum + (one.deaths ?? 0), 0);
  const what = html`<b>${t.html("found", { count: counted(rows.length) })}</b>`;
  if (rows.length === 0) return html`${t("list_none")}`;
  return deaths > 0 ? html`${what} · ${t.html("found_deaths", { count: counted(deaths) })}` : what;
}

/** What was looked through, and where it is complete. */
export function covers({ history, recent, archive }: Omit<Found, "rows">, t: Translate<SentenceText>): Html {
  const first = history && new Date(history.first).getUTCFullYear();
  const said = [
    history && first !== undefined && t.html("looked_history", { count: counted(history.count), year: yearText(first, { t }) }),
    recent && t.html("looked_recent", { from: day(recent.from), to: day(recent.to) }),
    archive && "since" in archive && t.html("archive_since", { date: day(archive.since) }),
    archive && "absent" in archive && absence(archive.absent, archive.least, t),
  ].filter((text) => text !== undefined && text !== false);
  return html`${said.map((text) => html`${text} `)}`;
}

function absence(why: "incomplete" | "many", least: number, t: Translate<SentenceText>): Html {
  if (why === "many") return t.html("archive_many", { most: numberElement(MOST_ARCHIVED) });
  return t.html("archive_incomplete", { least: numberElement(least, { digits: 1 }) });
}

export function counted(value: number): Counted {
  return new Counted(value, numberElement(value));
}
