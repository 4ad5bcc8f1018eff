/** A country as a list of choices needs it. */
export interface CountryName {
  iso2: string;
  /** In English. */
  name: string;
}

export function countryOptions(countries: readonly CountryName[]): [string, ...string[]] {
  const [first, ...others] = countries.map(({ iso2 }) => iso2);
  if (first === undefined) throw new RangeError("there are no countries");
  return [first, ...others];
}

/** The option that is wanted, or the first where it is none. */
export function optionOr(options: readonly [string, ...string[]], wanted: string): string {
  return options.includes(wanted) ? wanted : options[0];
}

/** In English: the browser writes them in its language. */
export function countryLabels(countries: readonly CountryName[]): Record<string, string> {
  return Object.fromEntries(countries.map(({ iso2, name }) => [iso2, name]));
}
