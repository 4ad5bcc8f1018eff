import { fold, words } from "../../../contract/wire/fold.ts";
import { columnOf, valueOrder } from "./sorting.ts";

export type Value = string | number | null;

export interface Row {
  /** By column. */
  values: Readonly<Record<string, Value>>;
  /** Values that columns are sorted by, where they are not the values themselves. */
  order: Readonly<Record<string, number>>;
  /** What the reader sees, folded. */
  text: string;
}

/** What the reader has chosen. */
export interface Choice {
  /** The words that a row must contain. */
  q: string;
  /** The value of each filter by name; empty if it selects everything. */
  filters: Readonly<Record<string, string>>;
  /** A column, with a minus sign if the order is descending; empty for the order of the page. */
  sort: string;
  /** From 1. */
  page: number;
}

/** Number of rows on a page. */
const PAGE = 50;

/** A list that is hardly longer has one page: nobody wants to turn it for two rows. */
const ONE_PAGE = 60;

export interface Shown<R extends Row> {
  /** All rows that match. Downloads contain them. */
  matching: R[];
  /** Those of the page. */
  rows: R[];
  page: number;
  pages: number;
}

/**
 * Filters, sorts and pages a list.
 *
 * @param columns the filters that are columns; the others have selected the rows already
 * @param compare the order of texts in the reader's language
 */
export function select<R extends Row>(
  rows: readonly R[],
  { q, filters, sort, page }: Choice,
  columns: readonly string[],
  compare: (a: string, b: string) => number,
): Shown<R> {
  const terms = words(fold(q));
  const chosen = columns.filter((name) => filters[name]);
  const matching = rows.filter(
    ({ values, text }) => chosen.every((name) => String(values[name]) === filters[name]) && terms.every((word) => text.includes(word)),
  );
  const sorted = sort === "" ? matching : matching.toSorted(orderOf(sort, compare));
  const pages = sorted.length <= ONE_PAGE ? 1 : Math.ceil(sorted.length / PAGE);
  const at = Math.min(page, pages);
  return { matching: sorted, rows: pages === 1 ? sorted : sorted.slice((at - 1) * PAGE, at * PAGE), page: at, pages };
}

function orderOf(sort: string, compare: (a: string, b: string) => number): (a: Row, b: Row) => number {
  const order = valueOrder(sort, compare);
  const column = columnOf(sort);
  const keyOf = ({ values, order: keys }: Row) => keys[column] ?? values[column] ?? null;
  return (one, other) => order(keyOf(one), keyOf(other));
}

interface Offer {
  columns: readonly string[];
  /** The options of each filter. */
  options: Readonly<Record<string, readonly string[]>>;
}

/** Reads a choice from the fragment of an address. Unknown names and values are ignored. */
export function choiceOf(fragment: string, initial: Choice, { columns, options }: Offer): Choice {
  const given = new URLSearchParams(fragment.replace(/^#/, ""));
  const filters = Object.entries(options).map(([name, known]) => {
    const value = given.get(name);
    return [name, value !== null && known.includes(value) ? value : (initial.filters[name] ?? "")];
  });
  const sort = given.get("sort");
  const page = Number(given.get("page") ?? 1);
  return {
    q: (given.get("q") ?? "").slice(0, 200),
    filters: Object.fromEntries(filters) as Record<string, string>,
    sort: sort !== null && columns.includes(columnOf(sort)) ? sort : initial.sort,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** The fragment of an address that contains everything in which a choice differs from the initial one; empty if nothing. */
export function fragmentOf({ q, filters, sort, page }: Choice, initial: Choice): string {
  const parameters = new URLSearchParams();
  if (q !== "") parameters.set("q", q);
  for (const [name, value] of Object.entries(filters)) if (value !== initial.filters[name]) parameters.set(name, value);
  if (sort !== initial.sort) parameters.set("sort", sort);
  if (page > 1) parameters.set("page", String(page));
  const text = parameters.toString();
  return text === "" ? "" : `#${text}`;
}
