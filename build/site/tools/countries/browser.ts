import type { CountryProfile } from "../../../contract/resources/resources.ts";
import { readOnce } from "../../../contract/wire/memoize.ts";
import { dataOfPage, readJson } from "../../client/page-data.ts";
import { followData } from "../client/data.ts";
import { runTool } from "../client/run.ts";
import { type ComparedCountry, type CountryData, figuresOf } from "./figures.ts";
import { chosenCountries, countriesTool } from "./tool.ts";

const seed = dataOfPage("seed") as CountryData;
const running = runTool(countriesTool(seed));

const slugs = new Map(seed.names.map(({ iso2, slug }) => [iso2, slug]));
const profiles = new Map<string, Promise<unknown>>();

followData(running, {
  keyOf: (values) => chosenCountries(values).join(" "),
  isInPage: (values) => chosenCountries(values).every((iso2) => iso2 in seed.read),
  read: async (values) => {
    const found = chosenCountries(values).map((iso2) => readOnce(profiles, iso2, () => readProfile(iso2)));
    const all = await Promise.all(found).catch(() => undefined);
    return all && { names: seed.names, read: Object.fromEntries(all.map((one) => [one.iso2, one])) };
  },
});

/** The compared values of a country's profile. @throws Error if the request fails */
async function readProfile(iso2: string): Promise<ComparedCountry> {
  return figuresOf(await readJson<CountryProfile>(`/api/v1/countries/${slugs.get(iso2)}/`));
}
