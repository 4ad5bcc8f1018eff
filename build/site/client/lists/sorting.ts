/** The column of an order such as `-magnitude`. */
export function columnOf(sort: string): string {
  return sort.replace(/^-/, "");
}

/** The order after a click on a column: numbers begin with the largest, texts with the first; the next click reverses it. */
export function nextSort(sort: string, column: string, isNumber: boolean): string {
  if (columnOf(sort) === column) return sort === column ? `-${column}` : column;
  return isNumber ? `-${column}` : column;
}

type Value = string | number | null;

/**
 * The order of the values of a column. Null is last in both directions.
 *
 * @param sort a column, with a minus sign if the order is descending
 * @param compare the order of texts in the reader's language
 */
export function valueOrder(sort: string, compare: (a: string, b: string) => number): (a: Value, b: Value) => number {
  const sign = sort.startsWith("-") ? -1 : 1;
  return (a, b) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * (typeof a === "number" && typeof b === "number" ? a - b : compare(String(a), String(b)));
  };
}
