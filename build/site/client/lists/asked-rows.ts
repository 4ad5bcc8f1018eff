import { listedEventHref } from "../../addresses.ts";
import { quakeRow, recentQuake } from "../../data/elements.ts";
import { languageOf } from "../../i18n/languages.ts";
import { quakeOfRecord } from "../../map/quake.ts";
import { readEarthquakes } from "../earthquakes.ts";
import { readPagesFrom } from "../page-data.ts";
import { quakeRowOf, type ShownRow } from "./rows.ts";
import type { Choice } from "./select.ts";

/** The earthquakes that match the filters; undefined if they could not be read. */
export async function readRows({ filters }: Choice): Promise<ShownRow[] | undefined> {
  const { hours = "", min = "", country = "" } = filters;
  // Magnitudes may be negative. This is the least one that the API accepts.
  const least = min === "" ? -10 : Number(min);
  const found = await readEarthquakes({ hours, least, country: country || undefined });
  const pagesFrom = readPagesFrom();
  const language = languageOf(document.documentElement.lang).tag;
  return found?.map((record) => {
    const quake = recentQuake(quakeOfRecord(record));
    return quakeRowOf(quake, () => {
      const template = document.createElement("template");
      template.innerHTML = quakeRow(quake, listedEventHref(language, quake, pagesFrom)).markup;
      return template.content.firstElementChild as HTMLElement;
    });
  });
}
