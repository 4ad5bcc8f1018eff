import { fold } from "../../contract/wire/fold.ts";
import { readOnce } from "../../contract/wire/memoize.ts";
import { html } from "../html.ts";
import { type FoundTown, townFile, townsNamed } from "../places.ts";
import { combobox, note } from "./combobox.ts";
import { countryNames } from "./localise.ts";
import { readJson } from "./page-data.ts";

/** A country or a town. */
export interface FoundPlace {
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** How far a country extends around the point, degrees; undefined for towns. */
  reach?: number;
}

const SUGGESTED = { countries: 3, towns: 6 } as const;

/** By ISO 3166-1 alpha-2: longitude, latitude, and how far the land extends around that point, degrees. */
type Labels = Readonly<Record<string, readonly [number, number, number]>>;

const files = new Map<string, Promise<unknown>>();
const read = <T>(address: string) => readOnce(files, address, () => readJson<T>(address));

/**
 * Suggests countries and towns in a search box while the reader types. A second call for the same box does nothing. Countries are
 * found by their names in the language of the page and in English.
 *
 * @param none the message if nothing is found
 */
export function offerSuggestions(input: HTMLInputElement, none: string, chosen: (place: FoundPlace) => void): void {
  const { lang } = document.documentElement;
  const [local, english] = [countryNames(lang), countryNames("en")];
  const nameOf = (iso2: string) => local(iso2) ?? iso2;
  let shown: (FoundPlace & { name: string; note: string })[] = [];
  combobox(input, {
    id: `${input.id}-places`,
    entersFirst: true,
    async look(query) {
      const prefix = fold(query);
      if (prefix.length < 2) return undefined;
      const [labels, towns] = await Promise.all([read<Labels>("/assets/map/labels.json"), read<FoundTown[]>(townFile(prefix))]);
      const countries = Object.entries(labels).filter(([iso2]) =>
        [local, english].some((known) => fold(known(iso2) ?? "").startsWith(prefix)),
      );
      shown = [
        ...countries.slice(0, SUGGESTED.countries).map(([iso2, [longitude, latitude, reach]]) => {
          return { name: nameOf(iso2), note: "", latitude, longitude, reach };
        }),
        ...townsNamed(towns, prefix, SUGGESTED.towns).map(([name, iso2, latitude, longitude]) => {
          return { name, note: nameOf(iso2), latitude, longitude };
        }),
      ];
      if (shown.length === 0) return note(none);
      return html`${shown.map(
        ({ name, note }, at) => html`<div role="option" data-at="${at}"><bdi>${name}</bdi><small>${note}</small></div>
`,
      )}`;
    },
    open({ dataset }) {
      const place = shown[Number(dataset["at"])];
      if (!place) return;
      input.value = place.name;
      input.blur();
      chosen(place);
    },
  });
}
