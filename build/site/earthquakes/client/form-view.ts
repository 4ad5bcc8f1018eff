import { addCountries } from "../../client/lists/country-options.ts";
import { CONDITIONS, type Condition, EVERYTHING, FIRST_SELECTION, isValid, type Selection } from "../selection.ts";

interface SelectionForm {
  show: (selection: Selection) => void;
}

/** The summaries of the fields, empty if they select everything: ranges are written as `≥ 4.5`. @param said the text of an option */
const CHIPS: Readonly<Record<string, (selection: Selection, said: (name: Condition) => string) => string>> = {
  when: ({ hours, start, end }, said) =>
    start === "" && end === "" ? said("hours") : [hours && said("hours"), `${start} – ${end}`.trim()].filter(Boolean).join(", "),
  where: (selection, said) => {
    const { latitude, longitude, max_radius_km: radius, min_latitude: south, max_latitude: north } = selection;
    const { min_longitude: west, max_longitude: east } = selection;
    const box = [south, north, west, east].some((side) => side !== "") && `${range(south, north, "°")} ${range(west, east, "°")}`;
    const circle = latitude !== "" && longitude !== "" && radius !== "" && `${latitude}°, ${longitude}° ± ${radius} km`;
    return [selection.country === "" && (box || circle) ? "" : said("country"), box, circle].filter(Boolean).join(", ");
  },
  magnitude: ({ min_mag: least, max_mag: most }) => range(least, most),
  depth: ({ min_depth: least, max_depth: most }) => range(least, most, " km"),
  deaths: ({ min_deaths: least }) => range(least, ""),
  effects: ({ tsunami, alert }, said) => [tsunami && "≋", alert && said("alert")].filter(Boolean).join(", "),
};

function range(from: string, to: string, unit = ""): string {
  const [least, most] = [from, to].map((text) => text && Number(text).toLocaleString(document.documentElement.lang));
  if (least && most) return `${least} – ${most}${unit}`;
  return least ? `≥ ${least}${unit}` : most ? `≤ ${most}${unit}` : "";
}

/**
 * Makes the form of the conditions work. A field with an invalid value is marked and counts as empty.
 *
 * @param changed called with each selection of the reader
 */
export function createSelectionForm(form: HTMLFormElement, changed: (selection: Selection) => void): SelectionForm {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>("[name]")].filter((field) =>
    CONDITIONS.includes(field.name as Condition),
  );
  const countries = fields.find(({ name }) => name === "country");
  if (countries instanceof HTMLSelectElement) addCountries(countries);
  const any = form.querySelector<HTMLOptionElement>("[name=alert] option")?.text ?? "";

  const said = (selection: Selection) => (name: Condition) => {
    const field = fields.find((one) => one.name === name);
    if (!(field instanceof HTMLSelectElement)) return "";
    // What agencies' levels mean stands after a colon.
    return [...field.options].find(({ value }) => value === selection[name])?.text.split(/[:：]/)[0] ?? "";
  };

  const read = (): Selection => {
    const given = fields.map((field) => {
      const isBox = field instanceof HTMLInputElement && field.type === "checkbox";
      const text = isBox ? (field.checked ? field.value : "") : withEra(field.value.trim());
      const valid = isValid(field.name as Condition, text);
      field.setCustomValidity(valid ? "" : " ");
      field.toggleAttribute("aria-invalid", !valid);
      return [field.name, valid ? text : ""];
    });
    return { ...EVERYTHING, ...(Object.fromEntries(given) as Partial<Selection>) };
  };

  function write(selection: Selection): void {
    for (const field of fields) {
      const value = selection[field.name as Condition];
      if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = value !== "";
      // What the reader types stays as it is: "464 BC" is the year -464.
      else if (document.activeElement !== field) field.value = value;
    }
    summarise(selection);
  }

  function summarise(selection: Selection): void {
    for (const chip of form.querySelectorAll<HTMLElement>(".chip")) {
      const value = chip.querySelector("b");
      if (value) value.textContent = CHIPS[chip.dataset["chip"] ?? ""]?.(selection, said(selection)) || any;
      const own = [...chip.querySelectorAll<HTMLInputElement>("[name]")].map(({ name }) => name as Condition);
      chip.classList.toggle(
        "chosen",
        own.some((name) => selection[name] !== ""),
      );
    }
  }

  form.addEventListener("input", ({ target }) => {
    const { name } = target as HTMLInputElement;
    let selection = read();
    // A window and dates exclude each other: the one that was chosen last counts.
    if (name === "hours") selection = { ...selection, start: "", end: "" };
    else if ((name === "start" || name === "end") && selection.start + selection.end !== "") selection = { ...selection, hours: "" };
    write(selection);
    changed(selection);
  });
  form.querySelector(".unfold")?.addEventListener("click", ({ currentTarget }) => {
    (currentTarget as Element).setAttribute("aria-expanded", String(form.classList.toggle("unfolded")));
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    for (const chip of form.querySelectorAll("details")) chip.open = false;
  });
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    write(FIRST_SELECTION);
    changed(FIRST_SELECTION);
  });
  document.addEventListener("keydown", ({ key }) => {
    const open = form.querySelector<HTMLDetailsElement>("details[open]");
    if (key !== "Escape" || !open) return;
    open.open = false;
    open.querySelector("summary")?.focus();
  });
  document.addEventListener("click", ({ target }) => {
    for (const chip of form.querySelectorAll<HTMLDetailsElement>("details[open]")) if (!chip.contains(target as Node)) chip.open = false;
  });
  form.hidden = false;
  return { show: write };
}

/** `464 BC` → `-464`. */
function withEra(text: string): string {
  return text.replace(/^(\d+)\s*bc?e?$/i, "-$1");
}
