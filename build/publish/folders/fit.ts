import { thousands } from "../../platform/text.ts";

/** Numbers of files of the kinds that are many, for hosts with a file limit. */
export interface FileCounts {
  /** Details of one event each. */
  details: number;
  /** Pages of one event each. */
  pages: number;
  /** Shards that no snapshot names any more, for readers of an older one. */
  kept: number;
}

const DETAIL = /^api\/v1\/earthquakes\/[^/]+\.json$/;
const PAGE = /^(?:[a-z-]+\/)?earthquakes\/[^/]+\/index\.html$/;

/** @param named paths of all files of the index @param kept how many of them are shards that are only kept */
export function manyFiles(named: Iterable<string>, kept: number): FileCounts {
  const many: FileCounts = { details: 0, pages: 0, kept };
  for (const path of named) {
    if (DETAIL.test(path)) many.details++;
    if (PAGE.test(path)) many.pages++;
  }
  return many;
}

/** As text, without the kinds that have none. */
export function describeCounts({ details, pages, kept }: FileCounts): string {
  const parts = [
    [details, "details of one event"],
    [pages, "pages of one event"],
    [kept, "shards of earlier snapshots"],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${thousands(count)} of them ${what}`])).join(", ");
}

/** How to have fewer files: advice separated by semicolons, perhaps empty. */
export function howToFit({ details, pages, kept }: FileCounts): string {
  const ways = [
    details > 100 ? "build with --pack-events-below 4.5, which puts some twenty details into a file" : "",
    pages > 100 ? "build with --event-pages significant or none" : "",
    kept > 1_000 ? "build less often, or into a new folder, which has no shards of earlier snapshots" : "",
  ];
  return ways.filter((way) => way !== "").join("; ");
}
