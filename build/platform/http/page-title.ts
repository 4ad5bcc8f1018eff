import { oneLine } from "../one-line.ts";

/** The first title of a page in HTML or XML, in one line; undefined where there is none. Takes linear time. */
export function pageTitle(markup: string): string | undefined {
  const title = /<title[^<>]*>([^<]+)/i.exec(markup)?.[1];
  return title === undefined ? undefined : oneLine(title);
}
