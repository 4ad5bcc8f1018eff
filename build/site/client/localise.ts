const AGE_UNITS = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const;

/** To the minute and with its zone, as the page has it without a script; seconds stand where they are a fact of their own. */
export const MOMENT: Intl.DateTimeFormatOptions = {
  year: "numeric",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
};

/** A day of the data is one in UTC, wherever the reader is. */
const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" };

/**
 * Writes the numbers, times and distances of a part of the page as the reader's language does, times in the reader's own
 * time zone. What was written at build time stays where the browser knows no better.
 *
 * @param now ms since 1970 UTC, from which ages are told
 */
export function localise(part: ParentNode, now: number): void {
  for (const element of part.querySelectorAll("data")) localiseAmount(element);
  for (const element of part.querySelectorAll("time")) localiseTime(element, now);
}

/**
 * Writes the ages in a part of the page anew. Nothing else follows the time, so selections and what scripts wrote stay.
 *
 * @param now ms since 1970 UTC
 */
export function localiseAges(part: ParentNode, now: number): void {
  for (const element of part.querySelectorAll<HTMLTimeElement>("time[data-age]")) localiseTime(element, now);
}

function localiseAmount(element: HTMLDataElement): void {
  const value = Number(element.value);
  if (!Number.isFinite(value)) return;
  const { unit, digits } = element.dataset;
  const fixed = digits === undefined ? undefined : Number(digits);
  const style: Intl.NumberFormatOptions = {
    ...(unit === undefined ? {} : { style: "unit", unit, unitDisplay: unit === "degree" ? "narrow" : "short" }),
    ...(fixed === undefined
      ? { maximumFractionDigits: 20 }
      : { minimumFractionDigits: fixed, maximumFractionDigits: fixed }),
  };
  element.textContent = new Intl.NumberFormat(languageOf(element), style).format(value);
}

function localiseTime(element: HTMLTimeElement, now: number): void {
  const instant = Date.parse(element.dateTime);
  if (Number.isNaN(instant)) return;
  if (element.dataset["day"] !== undefined) {
    element.textContent = new Intl.DateTimeFormat(languageOf(element), DAY).format(instant);
    return;
  }
  if (element.dataset["zone"] !== undefined) {
    localiseZoned(element, instant, element.dataset["zone"]);
    return;
  }
  const format = new Intl.DateTimeFormat(languageOf(element), MOMENT);
  // The hint keeps what is the same for everybody.
  element.title = `${new Date(instant).toISOString().slice(0, -5).replace("T", " ")} UTC`;
  element.textContent = element.dataset.age === undefined ? format.format(instant) : age(element, instant, now);
}

/** In the time zone of a place: only browsers have the rules of zones, so what stands around it is hidden until then. */
function localiseZoned(element: HTMLTimeElement, instant: number, timeZone: string): void {
  try {
    element.textContent = new Intl.DateTimeFormat(languageOf(element), { ...MOMENT, timeZone }).format(instant);
  } catch {
    // A zone that this browser does not know.
    return;
  }
  element.closest("[hidden]")?.removeAttribute("hidden");
}

function age(element: Element, instant: number, now: number): string {
  const seconds = (instant - now) / 1000;
  const [unit, length] = AGE_UNITS.find(([, least]) => Math.abs(seconds) >= least) ?? (["second", 1] as const);
  return new Intl.RelativeTimeFormat(languageOf(element), { numeric: "auto" }).format(
    Math.trunc(seconds / length),
    unit,
  );
}

function languageOf(element: Element): string {
  return element.closest<HTMLElement>("[lang]")?.lang ?? "en";
}
