import { array, constantFrom, integer, oneof, option, record, string } from "fast-check";
import type { EventRow } from "../../build/data-files/columns.ts";

/** Text with what formats give a meaning: quotes, delimiters, line ends, markup, controls, a byte order mark, half a pair. */
const text = string({
  unit: oneof(
    constantFrom(..."\"',;\r\n\t<>&]|#\\%/\u0000\u001b\u007f\u0085\u2028\ufeff\ud800\udc00é語🌋"),
    string({ unit: "binary", minLength: 1, maxLength: 1 }),
  ),
});

const position = record({ latitude: integer({ min: -90, max: 90 }), longitude: integer({ min: -180, max: 180 }) });

/** Rows with hostile texts, and with and without the values that most rows have. An empty text and null are the same in CSV. */
export function hostileRows(ordinary: EventRow) {
  const parts = record({
    id: text,
    place: text,
    name: option(text.filter((name) => name !== "")),
    magnitudeType: option(text.filter((type) => type !== "")),
    magnitude: option(integer({ min: -20, max: 100 }).map((tenths) => tenths / 10)),
    position: option(position, { nil: { latitude: null, longitude: null } }),
  });
  const row = parts.map(({ position: at, ...values }): EventRow => ({ ...ordinary, ...values, ...at }));
  return array(row, { minLength: 1, maxLength: 5 });
}

/** UTF-8 has no half of a surrogate pair. */
export function inUtf8<Value>(value: Value): Value | string {
  return typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
}
