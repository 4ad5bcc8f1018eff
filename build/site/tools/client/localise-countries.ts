import type { ToolContext } from "../tool.ts";

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
