import { fold } from "../contract/wire/fold.ts";

/** A town of the files for searching: name, country (ISO 3166-1 alpha-2), latitude and longitude in degrees. */
export type FoundTown = readonly [name: string, iso2: string, latitude: number, longitude: number];

/** The address of the file with the towns of an initial letter. @param folded a folded name, or the beginning of one */
export function townFile(folded: string): string {
  const [initial = "other"] = /[a-z]/.exec(folded) ?? [];
  return `/assets/towns/${initial}.json`;
}

/** The part of a folded name from its first letter on: some names begin with an apostrophe. */
function fromInitial(folded: string): string {
  return folded.slice(Math.max(0, folded.search(/[a-z]/)));
}

/** The towns whose names begin with a text, in their original order: largest first. @param towns of the file of that text */
export function townsNamed(towns: readonly FoundTown[], text: string, most: number): FoundTown[] {
  const prefix = fromInitial(fold(text));
  const found: FoundTown[] = [];
  for (const town of towns) {
    if (found.length === most) break;
    if (fromInitial(fold(town[0])).startsWith(prefix)) found.push(town);
  }
  return found;
}

/** What a town is called in an address: name and country code, which all languages understand. */
export function townLabel([name, iso2]: FoundTown): string {
  return `${name}, ${iso2}`;
}

/** The same for readers, with the name of the country. @param country the name of a country by its code */
export function readableLabel(label: string, country: (iso2: string) => string | undefined): string {
  return label.replace(/(?<=, )[A-Z]{2}$/, (iso2) => country(iso2) ?? iso2);
}
