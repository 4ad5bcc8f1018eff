import { listedEventHref } from "../../addresses.ts";
import { DRAWN_NUMBERS } from "../../charts/plot.ts";
import { markupOf } from "../../client/base.ts";
import { countryNames, localise, MOMENT, preferredZone } from "../../client/localise.ts";
import { dataOfPage, FIGURE_DRAWN, readPagesFrom } from "../../client/page-data.ts";
import { localNumber } from "../../format/numbers.ts";
import { html } from "../../html.ts";
import { languageOf } from "../../i18n/languages.ts";
import { isolating, type Texts, translateFrom } from "../../i18n/translations.ts";
import { firstValues, queryOfValues, valueOfText, valuesOfQuery } from "../form.ts";
import type { AnyValues, Field, Tool, ToolContext, ValuesOf } from "../tool.ts";

/** A tool that runs in its page. */
export interface RunningTool<Fields extends readonly Field[], Data> {
  context: ToolContext;
  values(): ValuesOf<Fields>;
  /** Fills in the form and draws the result. */
  set(values: Partial<ValuesOf<Fields>>): void;
  /** Sets the data that `draw` receives. */
  setData(data: Data): void;
  /** Registers a listener for changes of the values. */
  onChange(listener: (values: ValuesOf<Fields>) => void): void;
  /** Shows a message in place of the result until the next drawing. */
  tell(text: string): void;
}

/** Starts a tool: keeps the form, the address and the result consistent with each other. */
export function runTool<Fields extends readonly Field[], Data>(tool: Tool<Fields, Data>): RunningTool<Fields, Data> {
  const form = element("tool-form") as HTMLFormElement;
  const context = readerContext(dataOfPage("texts") as Texts);
  addCountries(tool.fields, context);
  let values = valuesOfQuery(tool.fields, tool.inFragment ? location.hash.slice(1) : location.search);
  let data = tool.seed;

  const listeners: ((values: ValuesOf<Fields>) => void)[] = [];

  const draw = () => {
    const { answer, figure, more, numbers, waiting } = tool.draw(values as ValuesOf<Fields>, context, data);
    dim(waiting === true);
    show("answer", markupOf(answer));
    if (waiting) return;
    show("figure", markupOf(figure));
    if (numbers) DRAWN_NUMBERS.set(element("figure"), numbers);
    else DRAWN_NUMBERS.delete(element("figure"));
    show("more", more ? markupOf(more) : "");
    document.dispatchEvent(new Event(FIGURE_DRAWN));
  };
  const follow = (entered: AnyValues) => {
    values = entered;
    keep(tool, values);
    draw();
    for (const listener of listeners) listener(values as ValuesOf<Fields>);
  };
  const set = (changed: AnyValues) => {
    const whole = { ...values, ...changed };
    fill(tool.fields, whole);
    follow(whole);
  };

  const enter = () => {
    const entered = readForm(tool.fields, context);
    if (entered) follow(entered);
    // The displayed result does not belong to the values in the form.
    else dim(true);
  };
  form.addEventListener("input", enter);
  if (tool.inFragment) {
    // The browser does not reload the page if only the fragment of the address changes.
    window.addEventListener("hashchange", () => {
      const fragment = location.hash.slice(1);
      // `#main` is the target of the link that skips the navigation, and not a set of values.
      if (fragment === "" || fragment.includes("=")) set(valuesOfQuery(tool.fields, fragment));
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    set(firstValues(tool.fields));
  });
  let { width } = context;
  window.addEventListener("resize", () => {
    if (width === context.width) return;
    width = context.width;
    draw();
  });
  const reset = form.querySelector<HTMLButtonElement>("button[type=reset]");
  if (reset) reset.hidden = false;
  const early = enteredEarly(tool.fields);
  const others = tool.fields.filter((field) => !early.includes(field));
  fill(others, values);
  keepInLanguageLinks(keptIn(tool, values));
  draw();
  if (early.length > 0) enter();
  return {
    context,
    values: () => values as ValuesOf<Fields>,
    set: (changed) => set(changed as AnyValues),
    setData: (read) => {
      data = read;
      draw();
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    tell: (text) => show("answer", markupOf(html`<p>${text}</p>`)),
  };
}

/** The fields that the reader changed before this script was loaded, on a slow connection. */
function enteredEarly(fields: readonly Field[]): Field[] {
  return fields.filter((field) => {
    const control = controlOf(field);
    if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  });
}

/** The values of the form; undefined if a field is invalid. The field then shows a message. */
function readForm(fields: readonly Field[], context: ToolContext): AnyValues | undefined {
  const entered = fields.map((field) => {
    const control = controlOf(field);
    const value = valueOfText(field, control.value);
    control.setAttribute("aria-invalid", String(value === undefined));
    tell(field, value === undefined ? outOfRange(field, context) : "");
    return [field.name, value] as const;
  });
  return entered.every(([, value]) => value !== undefined) ? (Object.fromEntries(entered) as AnyValues) : undefined;
}

function outOfRange(field: Field, { t, number }: ToolContext): string {
  if (field.kind === "choice") return "";
  const bound = (value: number) => number(value, Math.abs(value) < 1e7 ? { digits: Number.isInteger(value) ? 0 : 1 } : { significant: 1 });
  return t("out_of_range", { least: bound(field.least), most: bound(field.most) });
}

function fill(fields: readonly Field[], values: AnyValues): void {
  for (const field of fields) {
    const control = controlOf(field);
    control.value = String(values[field.name]);
    control.removeAttribute("aria-invalid");
    tell(field, "");
  }
}

function keep(tool: Pick<Tool, "fields" | "inFragment">, values: AnyValues): void {
  const kept = keptIn(tool, values);
  history.replaceState(null, "", `${location.pathname}${kept}`);
  keepInLanguageLinks(kept);
}

/** The values in the fragment of the address, which browsers never send to a host. */
function keptIn({ fields, inFragment }: Pick<Tool, "fields" | "inFragment">, values: AnyValues): string {
  const query = queryOfValues(fields, values);
  return inFragment ? `${location.search}${query.replace("?", "#")}` : `${query}${location.hash}`;
}

/** Links to the tool in other languages keep the values. */
function keepInLanguageLinks(kept: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
    link.href = `${link.pathname}${kept}`;
  }
}

/** Dims the result while it belongs to other values than the form. */
function dim(waiting: boolean): void {
  element("figure").parentElement?.classList.toggle("waiting", waiting);
}

/** The last markup of each element, by id. A comparison with `innerHTML` would fail, because browsers serialise markup differently. */
const written = new Map<string, string>();

/** Writes only changed markup, because a screen reader announces every write. */
function show(id: string, markup: string): void {
  if (written.get(id) === markup) return;
  written.set(id, markup);
  const shown = element(id);
  shown.innerHTML = markup;
  localise(shown, Date.now());
}

function tell({ name }: Field, message: string): void {
  const place = element(`message-${name}`);
  if (place.textContent !== message) place.textContent = message;
}

function controlOf({ name }: Field): HTMLInputElement | HTMLSelectElement {
  return element(`field-${name}`) as HTMLInputElement | HTMLSelectElement;
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found;
}

/** A narrower figure is drawn smaller, CSS pixels. */
const LEAST_WIDTH = 280;

/** The environment in which a tool draws in the browser: numbers, times and country names in the language of the page. */
function readerContext(texts: Texts): ToolContext {
  const { lang } = document.documentElement;
  const language = languageOf(lang).tag;
  const [pagesFrom, nameOf] = [readPagesFrom(), countryNames(lang)];
  const [local, utc] = [undefined, "UTC"].map((timeZone) => new Intl.DateTimeFormat(lang, { ...MOMENT, timeZone }));
  return {
    t: isolating(translateFrom(texts, language), language),
    language,
    number: localNumber(lang),
    time: (instant) => {
      const iso = new Date(instant).toISOString();
      const text = (preferredZone() ? utc : local)?.format(instant);
      return html`<time datetime="${iso}" title="${`${iso.slice(0, -8).replace("T", " ")} UTC`}">${text}</time>`;
    },
    country: (iso2, english) => optionText(iso2) ?? nameOf(iso2) ?? english,
    plate: (code, english) => optionText(code) ?? english,
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
    get width() {
      return Math.max(LEAST_WIDTH, Math.round(element("figure").clientWidth));
    },
    card: (text, href) => html`<title${href && html` data-href="${href}"`}>${text}</title>`,
  };
}

/** The form has the name of the chosen country, and of each plate, in the language of the page. */
function optionText(value: string): string | undefined {
  return document.querySelector<HTMLOptionElement>(`#tool-form option[value="${value}"]`)?.text;
}

/** Adds the countries to the choices of the form, in the order of the language of the page. The page has only the chosen one. */
function addCountries(fields: readonly Field[], { language, country }: ToolContext): void {
  const { compare } = new Intl.Collator(language);
  for (const field of fields) {
    const select = document.getElementById(`field-${field.name}`);
    if (field.kind !== "choice" || !field.countries || !(select instanceof HTMLSelectElement)) continue;
    const known = new Map([...select.options].map((option) => [option.value, option]));
    const options = Object.entries(field.countries).map(([iso2, english]) => known.get(iso2) ?? new Option(country(iso2, english), iso2));
    select.append(...options.toSorted((a, b) => compare(a.text, b.text)));
  }
}
