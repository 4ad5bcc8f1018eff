import { UserError } from "../../platform/error.ts";
import { isObject } from "../reading.ts";
import type { NoaaPage } from "./event.ts";
import type { NoaaRow } from "./values.ts";

/** Rows of one or several answers of the HazEL API. */
export interface ApiRows {
  rows: { row: NoaaRow | null; where: string }[];
  /** Of a single answer that says so. */
  page: NoaaPage | null;
  /** Whether they are, by the answers' own statement, all there are. */
  complete: boolean;
}

/**
 * Reads a saved or fetched answer of the HazEL API: a page `{items, page, itemsPerPage, totalPages, totalItems}`, a list of such
 * pages, a bare list of records, or records by the name of their table (`{earthquakes: […]}`, as collections of samples have
 * it). A field that is absent is unknown. A bare list does not say whether it is all.
 *
 * @param where the address, for messages
 * @throws UserError `capture-malformed` if it is something else, or says that it is an error
 */
export function readHazelApi(text: string, where: string): ApiRows {
  const malformed = (reason: string) => new UserError("capture-malformed", `noaa: ${where} ${reason}`, HINT);
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    throw malformed("is not JSON, or was cut short");
  }
  if (isObject(document) && Array.isArray(document["earthquakes"])) {
    return { rows: rowsOf(document["earthquakes"], 0), page: null, complete: false };
  }
  if (!Array.isArray(document)) {
    const page = asPage(document);
    if (!page) throw malformed("is no page of records: it has no list of items");
    return { rows: rowsOf(page.items, 0), page: page.place, complete: isWhole([page]) };
  }
  if (!document.some((part) => isObject(part) && "items" in part)) {
    return { rows: rowsOf(document, 0), page: null, complete: false };
  }
  const pages = document.map(asPage);
  if (!pages.every((page) => page !== null)) throw malformed("is a list of pages and of something else");
  const rows = pages.flatMap((page, at) =>
    rowsOf(
      page.items,
      pages.slice(0, at).reduce((n, p) => n + p.items.length, 0),
    ),
  );
  return { rows, page: null, complete: isWhole(pages) };
}

const HINT = "is agencies.noaa.events in the configuration the address of the HazEL API, or of a table saved from it?";

interface Page {
  items: unknown[];
  place: NoaaPage | null;
}

function asPage(value: unknown): Page | null {
  if (!isObject(value) || !Array.isArray(value.items)) return null;
  const { items, page, totalPages, totalItems } = value;
  const place = { page, totalPages, totalItems };
  const counts = Object.values(place).every((count) => Number.isSafeInteger(count) && (count as number) >= 0);
  return { items, place: counts ? (place as NoaaPage) : null };
}

/** All pages are there once each, and all items that each of them counts. */
function isWhole(pages: readonly Page[]): boolean {
  const [first] = pages;
  if (!first?.place) return false;
  const { totalPages, totalItems } = first.place;
  const numbers = new Set(pages.map(({ place }) => place?.page));
  return (
    pages.every(({ place }) => place?.totalItems === totalItems && place.page >= 1 && place.page <= totalPages) &&
    numbers.size === pages.length &&
    pages.length === totalPages &&
    pages.reduce((sum, { items }) => sum + items.length, 0) === totalItems
  );
}

function rowsOf(items: readonly unknown[], before: number): ApiRows["rows"] {
  return items.map((item, at) => ({ row: isObject(item) ? item : null, where: `item ${before + at + 1}` }));
}
