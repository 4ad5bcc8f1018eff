import type { CountryProfile } from "../../../contract/resources/resources.ts";
import { dataOfPage, tryToReadJson } from "../../client/page-data.ts";
import { followData } from "../client/data.ts";
import { runTool, sortCountries } from "../client/run.ts";
import { type ComparedCountry, type CountryData, figuresOf } from "./figures.ts";
import { chosenCountries, countriesTool } from "./tool.ts";

const seed = dataOfPage("seed") as CountryData;
const running = runTool(countriesTool(seed));
sortCountries(["one", "two", "three", "four"], running.context);

const slugs = new Map(seed.names.map(({ iso2, slug }) => [iso2, slug]));
const profiles = new Map<string, Promise<ComparedCountry | undefined>>();

followData(running, {
  keyOf: (values) => chosenCountries(values).join(" "),
  isInPage: (values) => chosenCountries(values).every((iso2) => iso2 in seed.read),
  read: async (values) => {
    const found = await Promise.all(chosenCountries(values).map(profileOf));
    if (found.includes(undefined)) return undefined;
    return { names: seed.names, read: Object.fromEntries(found.flatMap((one) => (one ? [[one.iso2, one]] : []))) };
  },
});

/** Each profile is requested once; a failed request is repeated on the next use. */
function profileOf(iso2: string): Promise<ComparedCountry | undefined> {
  const known = profiles.get(iso2);
  if (known) return known;
  const requested = readProfile(slugs.get(iso2) ?? "").then((profile) => {
    if (!profile) profiles.delete(iso2);
    return profile;
  });
  profiles.set(iso2, requested);
  return requested;
}

/** The compared values of a country's profile; undefined if the request fails. */
async function readProfile(slug: string): Promise<ComparedCountry | undefined> {
  const profile = await tryToReadJson<CountryProfile>(`/api/v1/countries/${slug}/`);
  return profile && figuresOf(profile);
}
