import { fold } from "../../../contract/wire/fold.ts";
import { localise } from "../localise.ts";
import { columnOfHeading, headingsOf, showSort, sortByHeadings } from "./headings.ts";
import { type Choice, choiceOf, fragmentOf, type Row, type Shown, select, type Value } from "./select.ts";
import { nextSort } from "./sorting.ts";

/** A pause in typing of this length writes the address, ms. Browsers limit how often a page may do that. */
const PAUSE_MS = 300;

/** Adds filters, sorting, pages and downloads to a list. Its state is in the fragment of the address. */
export function startList(list: HTMLElement): void {
  const form = list.querySelector("form");
  const search = list.querySelector("input");
  // A page of another version of the site has no filters.
  if (!form || !search) return;
  const fields = [...form.querySelectorAll("select")];
  const headings = headingsOf(list);
  const columns = headings.map(columnOfHeading);
  const { compare } = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const rows = rowsOfPage(list, columns);
  const initial: Choice = {
    q: "",
    filters: Object.fromEntries(fields.map(({ name }) => [name, ""])),
    sort: list.dataset["sort"] ?? "",
    page: 1,
  };
  const offer = {
    columns,
    options: Object.fromEntries(fields.map(({ name, options }) => [name, [...options].map(({ value }) => value)])),
  };

  let choice = initial;
  let matching: readonly Row[] = [];

  const names = fields.map(({ name }) => name);

  function show(): void {
    const shown = select(rows, choice, names, compare);
    matching = shown.matching;
    choice = { ...choice, page: shown.page };
    showRows(list, rows, shown);
    showSort(headings, choice.sort);
    showCounts(list, shown, rows.length);
  }

  // Pages of a list cannot be turned on paper.
  addEventListener("beforeprint", () => {
    const shown = select(rows, choice, names, compare);
    showRows(list, rows, { ...shown, rows: shown.matching });
  });
  addEventListener("afterprint", show);

  function choose(changed: Partial<Choice>): void {
    choice = { ...choice, page: 1, ...changed };
    keepInAddress(fragmentOf(choice, initial));
    show();
  }

  function fill({ q, filters }: Choice): void {
    if (search) search.value = q;
    for (const field of fields) field.value = filters[field.name] ?? "";
  }

  function readAddress(): void {
    choice = choiceOf(location.hash, initial, offer);
    fill(choice);
    keepInLinks(fragmentOf(choice, initial));
    show();
  }

  form.addEventListener("input", () => {
    choose({ q: search.value.trim(), filters: Object.fromEntries(fields.map(({ name, value }) => [name, value])) });
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    fill(initial);
    choose(initial);
  });
  sortByHeadings(headings, (column) => choose({ sort: nextSort(choice.sort, column, isNumeric(rows, column)) }));
  const turn = (by: number) => {
    const pages = Number(one(list, "data.pages").getAttribute("value"));
    const page = Math.min(pages, Math.max(1, choice.page + by));
    if (page === choice.page) return;
    choose({ page });
    const state = one(list, ".list-state");
    state.focus({ preventScroll: true });
    state.scrollIntoView({ block: "start" });
  };
  one(list, "button[name=previous]").addEventListener("click", () => turn(-1));
  one(list, "button[name=next]").addEventListener("click", () => turn(1));
  for (const button of list.querySelectorAll<HTMLButtonElement>(".list-download button")) {
    button.addEventListener("click", () => void download(list, button, matching));
  }
  // A link to a part of the page, such as the one that skips the navigation, is not a choice.
  window.addEventListener("hashchange", () => {
    if (list.isConnected && (location.hash === "" || location.hash.includes("="))) readAddress();
  });

  for (const part of list.querySelectorAll<HTMLElement>(".list-filter, .list-state, .list-download")) part.hidden = false;
  linkMap(list, rows);
  readAddress();
}

function isNumeric(rows: readonly Row[], column: string): boolean {
  const row = rows.find(({ values }) => values[column] !== null);
  return row !== undefined && typeof (row.order[column] ?? row.values[column]) === "number";
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function keepInAddress(fragment: string): void {
  keepInLinks(fragment);
  clearTimeout(waiting);
  waiting = setTimeout(() => history.replaceState(null, "", location.pathname + location.search + fragment), PAUSE_MS);
}

/** Links to the page in other languages keep the choice. */
function keepInLinks(fragment: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) link.hash = fragment;
}

function showRows(list: HTMLElement, all: readonly ShownRow[], { matching, rows }: Shown<ShownRow>): void {
  const body = list.querySelector("tbody");
  if (body) {
    body.replaceChildren(...rows.map(({ element }) => element));
    localise(body, Date.now());
  } else {
    const found = new Set(matching);
    for (const row of all) row.element.hidden = !found.has(row);
    for (const section of list.querySelectorAll<HTMLElement>("section")) section.hidden = !section.querySelector("dl > :not([hidden])");
  }
  const links = list.querySelectorAll<SVGElement>("svg.index a");
  if (links.length === 0) return;
  const slugs = new Set(matching.map(({ values }) => values["slug"]));
  for (const link of links) link.classList.toggle("out", !slugs.has(link.dataset["slug"] ?? ""));
}

async function download(list: HTMLElement, button: HTMLButtonElement, rows: readonly Row[]): Promise<void> {
  const kind = list.dataset["list"] ?? "";
  try {
    const { fileOf, save } = await import("./download.ts");
    save(await fileOf(kind, button.name, rows), `${kind}.${button.name.toLowerCase()}`);
  } catch {
    tellFailed(list);
  }
}

/** The map has English names and addresses, and takes those of the reader's language from the rows. */
function linkMap(list: HTMLElement, rows: readonly ShownRow[]): void {
  const links = new Map(rows.map(({ values, element }) => [values["slug"], element.querySelector("a")]));
  for (const link of list.querySelectorAll<SVGElement>("svg.index a")) {
    const same = links.get(link.dataset["slug"] ?? "");
    if (!same) continue;
    link.setAttribute("href", same.getAttribute("href") ?? "");
    const title = link.querySelector("title");
    if (title) title.textContent = same.textContent;
  }
}

/** @throws Error if there is no such element */
function one(part: ParentNode, selector: string): HTMLElement {
  const found = part.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the list has no ${selector}`);
  return found;
}

/** @param total the number of rows of the list */
function showCounts(list: HTMLElement, { matching, page, pages }: Shown<ShownRow>, total: number): void {
  const counts = { shown: matching.length, total, page, pages };
  for (const [name, count] of Object.entries(counts)) one(list, `data.${name}`).setAttribute("value", String(count));
  localise(one(list, ".list-state"), Date.now());
  const turning = one(list, ".list-pages");
  localise(turning, Date.now());
  // The glossary has no table, and shows all terms at once.
  turning.hidden = pages === 1 || !list.querySelector("tbody");
  one(turning, "[name=previous]").setAttribute("aria-disabled", String(page === 1));
  one(turning, "[name=next]").setAttribute("aria-disabled", String(page === pages));
  one(list, ".list-none").hidden = matching.length > 0;
}

/** Says that a download failed, in place of the counts. */
function tellFailed(list: HTMLElement): void {
  for (const message of one(list, ".list-state").children) (message as HTMLElement).hidden = !message.classList.contains("list-failed");
}

/** A row with the element that shows it. */
interface ShownRow extends Row {
  element: HTMLElement;
}

function rowsOfPage(list: HTMLElement, columns: readonly string[]): ShownRow[] {
  return [...list.querySelectorAll<HTMLElement>("tbody tr, dl > div")].map((element) => {
    const cells = [...element.children].map((cell, at) => {
      return [(cell as HTMLElement).dataset["column"] ?? columns[at] ?? "", cell as HTMLElement] as const;
    });
    const orders = cells.filter(([, cell]) => cell.dataset["order"] !== undefined);
    return {
      element,
      text: fold(element.textContent ?? ""),
      values: {
        ...(element.dataset as Record<string, string>),
        ...Object.fromEntries(cells.map(([name, cell]) => [name, valueOf(cell)])),
      },
      order: Object.fromEntries(orders.map(([name, cell]) => [name, Number(cell.dataset["order"])])),
    };
  });
}

/** The value of a cell without the format of the reader's language; null if the cell has none. */
function valueOf(cell: HTMLElement): Value {
  const amount = cell.querySelector("data");
  if (amount) return Number(amount.value);
  const text = cell.dataset["value"] ?? cell.textContent?.trim() ?? "";
  return text === "–" ? null : text;
}
