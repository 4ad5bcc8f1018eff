import { fileOf } from "../contract/table/paths.ts";

const CHANGES_PATH = "/api/changes/";

/** The list of hours of the change feed, with the newest entries. */
export const CHANGES_FILE: string = fileOf(CHANGES_PATH);

export const CHANGES_FOLDER = "api/changes/";

export function hourFile(hour: string): string {
  return fileOf(`${CHANGES_PATH}${hour}/`);
}

const HOUR_FILE = /^api\/changes\/(\d{4}-\d\d-\d\dT\d\d)\.json$/;

/** The hour of a file of the change feed: `2018-02-07T01`; undefined for another file. */
export function hourIn(path: string): string | undefined {
  return HOUR_FILE.exec(path)?.[1];
}

/** The UTC hour of a time: `2018-02-07T01`. @param time ISO 8601, UTC */
export function hourOf(time: string): string {
  return time.slice(0, 13);
}

/** Whether a path is that of a file of the change feed. Browsers use this; they do not need the table of all kinds. */
export function isChangesFile(path: string): boolean {
  return path === CHANGES_FILE || hourIn(path) !== undefined;
}
