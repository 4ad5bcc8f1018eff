import { fileOf } from "../../contract/table/paths.ts";

const LIST_PATH = "/api/changes/";

/** The list of hours, with the newest entries. In no index, as the files of the hours. */
export const CHANGES_FILE: string = fileOf(LIST_PATH);

/** How the paths of all files of the feed begin. */
export const CHANGES_PREFIX = "api/changes";

/** Where the files of the hours lie. */
export const CHANGES_FOLDER = "api/changes/";

/** The file of an hour. */
export function hourFile(hour: string): string {
  return fileOf(`${LIST_PATH}${hour}/`);
}

const HOUR_FILE = /^api\/changes\/(\d{4}-\d\d-\d\dT\d\d)\.json$/;

/** The hour whose entries are in a file; undefined for a file that is none of an hour. */
export function hourIn(path: string): string | undefined {
  return HOUR_FILE.exec(path)?.[1];
}

/** Whether a path of the tree is a file of the change feed. */
export function isChangesFile(path: string): boolean {
  return path === CHANGES_FILE || hourIn(path) !== undefined;
}

/** The UTC hour of an instant: `2018-02-07T01`. @param asOf ISO 8601, UTC */
export function hourOf(asOf: string): string {
  return asOf.slice(0, 13);
}

/** When an hour begins, ms since 1970 UTC. */
export function startOf(hour: string): number {
  return Date.parse(`${hour}:00:00.000Z`);
}
