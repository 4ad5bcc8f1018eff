/** The magnitude from which every earthquake has a page, as the page of this script says it (`Page.pagesFrom`). */
export function readPagesFrom(): number {
  const said = document.documentElement.dataset["pagesFrom"];
  return said === undefined ? Number.NEGATIVE_INFINITY : Number(said);
}
