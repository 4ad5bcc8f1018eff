/** A number as people read it: thousands apart, no more decimals than say something. */
export function number(value: number): string {
  const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
  return value.toLocaleString("en", { maximumFractionDigits: digits });
}

/** Money, to the cent where cents matter. */
export function dollars(usd: number): string {
  const digits = usd < 100 ? 2 : 0;
  return `$${usd.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })}`;
}

/** Bytes in the unit that fits. */
export function bytes(value: number): string {
  const [unit, size] = UNITS.find(([, least]) => value >= least) ?? ["bytes", 1];
  return `${number(value / size)} ${unit}`;
}

const UNITS: readonly [string, number][] = [
  ["TB", 1e12],
  ["GB", 1e9],
  ["MB", 1e6],
  ["kB", 1e3],
];

/** A part of a whole, in percent. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : (100 * part) / whole;
  return `${share.toLocaleString("en", { maximumFractionDigits: share < 10 || share > 90 ? 1 : 0 })} %`;
}

/** So many requests a second, in words. */
export function requestsASecond(rate: number): string {
  return `${number(rate)} ${rate === 1 ? "request" : "requests"} a second`;
}
