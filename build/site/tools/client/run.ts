import { listedEventHref } from "../../addresses.ts";
import { MOMENT } from "../../client/localise.ts";
import { dataOfPage, readPagesFrom } from "../../client/page-data.ts";
import { localNumber } from "../../format/numbers.ts";
import { html } from "../../html.ts";
import { languageOf } from "../../i18n/languages.ts";
import { isolating, type Texts, translateFrom } from "../../i18n/translations.ts";
import { firstValues, queryOfValues, valueOfText, valuesOfQuery } from "../form.ts";
import type { AnyValues, Field, Tool, ToolContext, ValuesOf } from "../tool.ts";

/** A tool at work in its page. */
export interface RunningTool<Fields extends readonly Field[], Data> {
  context: ToolContext;
  values(): ValuesOf<Fields>;
  /** Fills in the form and draws. */
  set(values: Partial<ValuesOf<Fields>>): void;
  /** What `draw` gets from now on as its data. */
  setData(data: Data): void;
  /** Tells of every change of the values. */
  onChange(heard: (values: ValuesOf<Fields>) => void): void;
  /** Says something in the place of the result until it is drawn again. */
  tell(text: string): void;
}

/** Brings the page of a tool to life: the form, the address and the result follow each other. */
export function runTool<Fields extends readonly Field[], Data>(tool: Tool<Fields, Data>): RunningTool<Fields, Data> {
  const form = element("tool-form") as HTMLFormElement;
  const context = readerContext(dataOfPage("texts") as Texts);
  let values = valuesOfQuery(tool.fields, tool.inFragment ? location.hash.slice(1) : location.search);
  let data = tool.seed;

  const listeners: ((values: ValuesOf<Fields>) => void)[] = [];

  const draw = () => {
    const { answer, figure, more, waiting } = tool.draw(values as ValuesOf<Fields>, context, data);
    dim(waiting === true);
    show("answer", answer.markup);
    if (waiting) return;
    show("figure", figure.markup);
    show("more", more?.markup ?? "");
  };
  const follow = (entered: AnyValues) => {
    values = entered;
    keep(tool, values);
    draw();
    for (const heard of listeners) heard(values as ValuesOf<Fields>);
  };
  const set = (changed: AnyValues) => {
    const whole = { ...values, ...changed };
    fill(tool.fields, whole);
    follow(whole);
  };

  const enter = () => {
    const entered = readForm(tool.fields, context);
    if (entered) follow(entered);
    // What stands there belongs to other values than those in the form.
    else dim(true);
  };
  form.addEventListener("input", enter);
  if (tool.inFragment) {
    // An address that differs behind the # alone loads no page anew.
    window.addEventListener("hashchange", () => {
      const fragment = location.hash.slice(1);
      // `#main` is a place in the page, where the link to skip the navigation leads.
      if (fragment === "" || fragment.includes("=")) set(valuesOfQuery(tool.fields, fragment));
    });
  }
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    set(firstValues(tool.fields));
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
    onChange: (heard) => {
      listeners.push(heard);
    },
    tell: (text) => show("answer", html`<p>${text}</p>`.markup),
  };
}

/** The fields that a reader with a slow connection filled in before this script was there. */
function enteredEarly(fields: readonly Field[]): Field[] {
  return fields.filter((field) => {
    const control = controlOf(field);
    if (control instanceof HTMLInputElement) return control.value !== control.defaultValue;
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected);
  });
}

/** What is entered; undefined where a field does not hold what it can, which its message then says. */
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
  const bound = (value: number) =>
    number(value, Math.abs(value) < 1e7 ? { digits: Number.isInteger(value) ? 0 : 1 } : { significant: 1 });
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

/** What comes after `#` is never sent to a host. */
function keptIn({ fields, inFragment }: Pick<Tool, "fields" | "inFragment">, values: AnyValues): string {
  const query = queryOfValues(fields, values);
  return inFragment ? `${location.search}${query.replace("?", "#")}` : `${query}${location.hash}`;
}

/** The same tool in another language shows the same values. */
function keepInLanguageLinks(kept: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>(".languages a")) {
    link.href = `${link.pathname}${kept}`;
  }
}

/** Marks the figures as those of other values, until they are drawn for these. */
function dim(waiting: boolean): void {
  element("figure").parentElement?.classList.toggle("waiting", waiting);
}

/** What was written last, by the id of its place: a browser gives markup back in other words than it was given. */
const written = new Map<string, string>();

/** A screen reader reads what changes: what stays the same is left alone. */
function show(id: string, markup: string): void {
  if (written.get(id) === markup) return;
  written.set(id, markup);
  element(id).innerHTML = markup;
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

/** What a tool draws with in the browser: numbers, moments and countries as the language of the page writes them. */
function readerContext(texts: Texts): ToolContext {
  const { lang } = document.documentElement;
  const language = languageOf(lang).tag;
  const pagesFrom = readPagesFrom();
  const moment = new Intl.DateTimeFormat(lang, MOMENT);
  const countries = new Intl.DisplayNames(lang, { type: "region" });
  return {
    t: isolating(translateFrom(texts), language),
    language,
    number: localNumber(lang),
    time: (instant) => {
      const iso = new Date(instant).toISOString();
      return html`<time datetime="${iso}" title="${`${iso.slice(0, -8).replace("T", " ")} UTC`}">${moment.format(instant)}</time>`;
    },
    country: (iso2, english) => (lang === "en" ? english : (countries.of(iso2) ?? english)),
    eventHref: (event) => listedEventHref(language, event, pagesFrom),
  };
}

/** Writes the countries of choices in the language of the page, in its order; what is no country stays first. */
export function localiseCountries(selects: readonly string[], { country, language }: ToolContext): void {
  const { compare } = new Intl.Collator(language);
  for (const name of selects) {
    const select = document.getElementById(`field-${name}`);
    if (!(select instanceof HTMLSelectElement)) continue;
    const chosen = select.value;
    const [others, countries] = [isOther, (option: HTMLOptionElement) => !isOther(option)].map((which) =>
      [...select.options].filter(which),
    ) as [HTMLOptionElement[], HTMLOptionElement[]];
    for (const option of countries) option.text = country(option.value, option.text);
    select.append(...others, ...countries.toSorted((a, b) => compare(a.text, b.text)));
    select.value = chosen;
  }
}

/** Countries have codes of two capitals. */
function isOther({ value }: HTMLOptionElement): boolean {
  return !/^[A-Z]{2}$/.test(value);
}
