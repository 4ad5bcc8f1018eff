/** The first title of a page in HTML or XML, in one line; undefined where there is none. Takes linear time. */
export function pageTitle(markup: string): string | undefined {
  const title = /<title[^<>]*>([^<]+)/i.exec(markup)?.[1];
  return title?.replaceAll(/[\s\p{C}]+/gu, " ").trim();
}
