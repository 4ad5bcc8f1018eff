import { day, yearText } from "../../format/dates.ts";
import { countedElement, numberElement } from "../../format/numbers.ts";
import { type Html, html } from "../../html.ts";
import type { Translate } from "../../i18n/translations.ts";
import type { ScriptText } from "../form.ts";
import { type Found, MOST_ARCHIVED } from "./catalogue.ts";

/** The sentences in which a page says what was found. */
type Sentences = Translate<ScriptText>;

/** How many were found, and how many died in them. */
export function finding({ rows }: Pick<Found, "rows">, t: Sentences): Html {
  const deaths = rows.reduce((sum, one) => sum + (one.deaths ?? 0), 0);
  const what = html`<b>${t.html("found", { count: countedElement(rows.length) })}</b>`;
  if (rows.length === 0) return html`${t("list_none")}`;
  return deaths > 0 ? html`${what} · ${t.html("found_deaths", { count: countedElement(deaths) })}` : what;
}

/** What was looked through, and where it is complete. */
export function covers({ history, recent, archive }: Omit<Found, "rows">, t: Sentences): Html {
  const first = history && new Date(history.first).getUTCFullYear();
  const said = [
    history && first !== undefined && t.html("looked_history", { count: countedElement(history.count), year: yearText(first, { t }) }),
    recent && t.html("looked_recent", { from: day(recent.from), to: day(recent.to) }),
    archive && "since" in archive && t.html("archive_since", { date: day(archive.since) }),
    archive && "absent" in archive && absence(archive.absent, archive.least, t),
  ].filter((text) => text !== undefined && text !== false);
  return html`${said.map((text) => html`${text} `)}`;
}

function absence(why: "incomplete" | "many", least: number, t: Sentences): Html {
  if (why === "many") return t.html("archive_many", { most: numberElement(MOST_ARCHIVED) });
  return t.html("archive_incomplete", { least: numberElement(least, { digits: 1 }) });
}
