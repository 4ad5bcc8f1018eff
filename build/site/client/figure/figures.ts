/** What can be taken away: maps and charts, but not small drawings such as a field of a form. */
const FIGURES = "main :is(figure, .figure) svg:is(.map, .world, .chart)";

export function figures(): SVGSVGElement[] {
  return [...document.querySelectorAll<SVGSVGElement>(FIGURES)];
}

/** The part of the page that holds a figure and stays when a tool draws the figure again. */
export function holderOf(figure: Element): HTMLElement {
  return figure.closest("figure, .figure") as HTMLElement;
}

/** A tool draws into its holder again, so that what belongs to the figure is after it. */
export function put(part: Element, holder: Element): void {
  if (holder.localName === "figure") holder.append(part);
  else holder.after(part);
}
