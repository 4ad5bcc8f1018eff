import { detailAnswers, detailContext } from "../answers/earthquakes.ts";
import { isPacked } from "../answers/records.ts";
import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { DATA_OF_PLACES } from "../load/geography.ts";
import { sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { once } from "../platform/memoize.ts";
import { codeKey, resultKey } from "../platform/program-hash.ts";
import { DAY_MS } from "../platform/time.ts";
import type { DataPages } from "../site/data/pages.ts";
import { eventDays, eventsKey } from "../store/event-days.ts";
import type { FileGroup, TreeFile } from "../tree/file.ts";
import { answerFile, writtenFile } from "./made-files.ts";

/**
 * The details and pages of earthquakes: a group for each UTC day of recent ones, and one for each century of the others. The key of a
 * group covers its events and everything else that the files are made of. So a build makes only the groups in which something
 * changed, and of those it writes only the files that changed.
 *
 * @param packBelow magnitude below which the details of small events are in packs
 * @param checks identifies the modules that make and check details; undefined if it is not known
 */
export function* eventGroups(
  catalogue: Catalogue,
  packBelow: number | undefined,
  { pageOf, keyOfEvents }: DataPages,
  checks: string | undefined,
): Iterable<FileGroup> {
  // The line of a report identifies its event together with what makes events of reports.
  const code = codeKey(["pipeline/event-groups", "catalogue/assemble"], {
    data: ["towns.tsv.gz", ...DATA_OF_PLACES].map((name) => `data/${name}`),
  });
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
    const pages = keyOfEvents(events);
    yield {
      name: `earthquakes-${name}`,
      key: pages && resultKey(code, [context, pages, key()]),
      files: () => events.flatMap(filesOf),
    };
  }

  function filesOf(event: CatalogueEvent): TreeFile[] {
    const answer = detail(event);
    const json = once(() => JSON.stringify(answer.body));
    const hash = sha256(json());
    const page = pageOf(answer, hash);
    return [answerFile(answer, json, hash, checks), ...(page ? [writtenFile(page, "minute")] : [])];
  }
}

function centuryOf({ time }: CatalogueEvent): number {
  return Math.floor(new Date(time).getUTCFullYear() / 100) + 1;
}
