import { detailAnswers, detailContext } from "../answers/earthquakes.ts";
import { isPacked } from "../answers/records.ts";
import type { Catalogue, CatalogueEvent } from "../catalogue/catalogue.ts";
import { sha256 } from "../platform/hash.ts";
import { groupBy } from "../platform/lists.ts";
import { keptBy, once } from "../platform/memoize.ts";
import { codeKey, resultKey } from "../platform/program-hash.ts";
import type { DataPages } from "../site/data/pages.ts";
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
  const code = codeKey(["pipeline/event-groups"], { data: ["data/towns.tsv.gz"] });
  const context = sha256(JSON.stringify(detailContext(catalogue)));
  const detail = detailAnswers(catalogue);
  const groups = groupBy(
    catalogue.events.filter((event) => !isPacked(event, packBelow)),
    groupOf,
  );
  for (const [name, events] of groups) {
    const pages = keyOfEvents(events);
    yield {
      name: `earthquakes-${name}`,
      key: pages && resultKey(code, [context, pages, events.map(hashOf)]),
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

/** A UTC day such as `2018-02-06`, or a century such as `century-20`. */
function groupOf({ recent, time }: CatalogueEvent): string {
  const date = new Date(time);
  return recent ? date.toISOString().slice(0, 10) : `century-${Math.floor(date.getUTCFullYear() / 100) + 1}`;
}

const hashOf = keptBy((event: CatalogueEvent) => sha256(JSON.stringify(event)).slice(0, 32));
