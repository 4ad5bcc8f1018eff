import { STATUS_FILE, STATUS_PAGE } from "../../tree/file.ts";

/** Whether a path is one of the status files, which change with every run and are in no index. */
export function isStatusFile(path: string): boolean {
  return path === STATUS_FILE || path === STATUS_PAGE;
}
