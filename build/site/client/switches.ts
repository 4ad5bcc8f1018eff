import { localise } from "./localise.ts";
import { type PreferenceKey, preference, savePreference } from "./page-data.ts";

/** The values of each switch of the page header. The first is that of a reader who chose none, and is not saved. */
const VALUES = {
  theme: ["auto", "light", "dark"],
  distance: ["km", "mi"],
  zone: ["local", "utc"],
} as const satisfies Partial<Record<PreferenceKey, readonly string[]>>;

type Switch = keyof typeof VALUES;

/** Sent by `document` after the reader changed units or time zone, for scripts that format values themselves. */
export const FORMATS_CHANGED = "formats-changed";

/** The switches of the page header: theme, kilometres or miles, local time or UTC. */
export function startSwitches(): void {
  document.querySelector(".languages:not(:has(ul))")?.removeAttribute("hidden");
  for (const button of buttons()) {
    // A reader whose clock shows UTC has nothing to choose.
    button.hidden = nameOf(button) === "zone" && zoneName("local") === zoneName("utc");
    showSwitch(button);
    button.addEventListener("click", () => next(button));
  }
}

function buttons(): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll(".switches button[data-switch]");
}

/** Takes over the texts of the switches of a page in another language. */
export function translateSwitches(page: Document): void {
  for (const button of buttons()) {
    const translated = page.querySelector<HTMLElement>(`[data-switch="${nameOf(button)}"]`);
    if (!translated) continue;
    Object.assign(button.dataset, { ...translated.dataset });
    const [old, label] = [button, translated].map((one) => one.querySelector("span"));
    if (old) old.textContent = label?.textContent ?? "";
    showSwitch(button);
  }
}

function nameOf({ dataset }: HTMLElement): Switch {
  return dataset["switch"] as Switch;
}

function valueOf(name: Switch): string {
  const saved = preference(name);
  return VALUES[name].find((one) => one === saved) ?? VALUES[name][0];
}

function next(button: HTMLButtonElement): void {
  const name = nameOf(button);
  const values: readonly string[] = VALUES[name];
  const value = values[(values.indexOf(valueOf(name)) + 1) % values.length] ?? "";
  savePreference(name, value === values[0] ? undefined : value);
  if (name !== "theme") {
    localise(document, Date.now());
    document.dispatchEvent(new Event(FORMATS_CHANGED));
  } else if (value === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = value;
  showSwitch(button);
}

/** Says what is set, also in the summary of the menu. */
function showSwitch(button: HTMLButtonElement): void {
  const name = nameOf(button);
  const value = valueOf(name);
  const text = (name === "theme" ? button.dataset[value] : name === "zone" ? zoneName(value) : unitSign(value)) ?? "";
  const sign = button.querySelector("b");
  if (sign) sign.textContent = text;
  const summary = document.querySelector(`[data-set="${name}"]`);
  if (summary) summary.textContent = button.hidden ? "" : ` · ${text}`;
}

/** `CET`, `GMT+8`, `UTC`. */
function zoneName(value: string): string {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    timeZoneName: "short",
    timeZone: value === "utc" ? "UTC" : undefined,
  });
  return format.formatToParts(Date.now()).find(({ type }) => type === "timeZoneName")?.value ?? "UTC";
}

/** `km`, `mi`, in the language of the page. */
function unitSign(value: string): string {
  const unit = value === "mi" ? "mile" : "kilometer";
  const format = new Intl.NumberFormat(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" });
  return format.formatToParts(2).find(({ type }) => type === "unit")?.value ?? value;
}
