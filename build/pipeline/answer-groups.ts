import type { Answer } from "../answers/answer.ts";
import { countriesWithEvents, countryAnswers } from "../answers/countries.ts";
import { detailAnswers, detailContext } from "../answers/earthquakes.ts";
import { glossaryAnswers } from "../answers/glossary.ts";
import { plateAnswers } from "../answers/plates.ts";
import { isPacked } from "../answers/records.ts";
import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { RECENT_HOURS } from "../contract/texts/vocabulary.ts";
import { coveredFrom } from "../contract/wire/window.ts";
import { hashOfValues, sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { DAY_MS } from "../platform/time.ts";
import type { DataPages } from "../site/data/pages.ts";
import { eventDays, eventsKey } from "../store/event-days.ts";
import type { FileGroup } from "../tree/file.ts";
import { answersWithPages } from "./made-files.ts";

/**
 * The details and pages of earthquakes: a group for each UTC day of recent ones, and one for each century of the others. The key of a
 * group covers its events and everything else that the files are made of. So a build makes only the groups in which something
 * changed, and of those it writes only the files that changed.
 *
 * @param packBelow magnitude below which the details of small events are in packs
 */
export function* eventGroups(catalogue: Catalogue, packBelow: number | undefined, { pageOf, keyOfEvents }: DataPages): Iterable<FileGroup> {
  const context = sha256(JSON.stringify(detailContext(catalogue)));
  const detail = detailAnswers(catalogue);
  const served = catalogue.events.filter((event) => !isPacked(event, packBelow));
  const days = eventDays(
    served.filter(({ recent }) => recent),
    ({ time }) => time,
  ).map(({ day, events, key }) => ({ name: new Date(day * DAY_MS).toISOString().slice(0, 10), events, key }));
  const centuries = groupBy(
    served.filter(({ recent }) => !recent),
    centuryOf,
  );
  const others = [...centuries].map(([century, events]) => {
    return { name: `century-${century}`, events, key: () => eventsKey(events) };
  });
  for (const { name, events, key } of [...days, ...others]) {
    yield {
      name: `earthquakes-${name}`,
      key: hashOfValues([context, keyOfEvents(events), key()]),
      files: () => answersWithPages(events.map(detail), pageOf),
    };
  }
}

/**
 * The answers about countries, plates and terms, and their pages: a group for each country, since few of them change in a minute, one
 * for the plates, and one for the terms.
 */
export function* zoneGroups(catalogue: Catalogue, data: DataPages): Iterable<FileGroup> {
  const { plates, glossary, complete } = catalogue;
  const group = (name: string, inputs: readonly unknown[], answers: () => Iterable<Answer>): FileGroup => ({
    name,
    key: hashOfValues([data.key, sha256(JSON.stringify([complete, ...inputs]))]),
    files: () => answersWithPages(answers(), data.pageOf),
  });
  for (const one of countriesWithEvents(catalogue)) {
    const { country, events } = one;
    const inputs = [country, eventsKey(events), data.withPage(events), coveredFrom(catalogue.asOf, RECENT_HOURS, catalogue.recentSince)];
    yield group(`country-${country.slug}`, inputs, () => countryAnswers(one, catalogue));
  }
  yield group("plates", [plates], () => plateAnswers(catalogue));
  yield group("glossary", [glossary], () => glossaryAnswers(catalogue));
}

function centuryOf({ time }: CatalogueEvent): number {
  return Math.floor(new Date(time).getUTCFullYear() / 100) + 1;
}
