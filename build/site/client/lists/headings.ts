import { columnOf } from "./sorting.ts";

/** The headings of a list that sort it. */
export function headingsOf(list: ParentNode): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>("th[data-column]")];
}

export function columnOfHeading({ dataset }: HTMLElement): string {
  return dataset["column"] ?? "";
}

/** Makes each heading a button. @param pressed is told the column */
export function sortByHeadings(headings: readonly HTMLElement[], pressed: (column: string) => void): void {
  for (const heading of headings) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => pressed(columnOfHeading(heading)));
  }
}

/** Marks the heading of the column that the list is sorted by. @param sort with a minus sign if the order is descending */
export function showSort(headings: readonly HTMLElement[], sort: string): void {
  for (const heading of headings) {
    if (columnOfHeading(heading) !== columnOf(sort)) heading.removeAttribute("aria-sort");
    else heading.setAttribute("aria-sort", sort.startsWith("-") ? "descending" : "ascending");
  }
}
