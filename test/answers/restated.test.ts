import { describe, expect, it } from "vitest";
import { countryProfile } from "../../build/answers/countries.ts";
import { detailWriter } from "../../build/answers/earthquakes.ts";
import { isPacked } from "../../build/answers/records.ts";
import { shardInput } from "../../build/answers/shard-input.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { liveEvent } from "../catalogue/make-records.ts";
import { AS_OF, HOUR, smallInput, usgs } from "./small-catalogue.ts";

const tenth = (value: number) => Math.round(value * 10) / 10;
const { locate } = smallInput();
const catalogue = assembleCatalogue(
  smallInput({
    live: usgs(
      Array.from({ length: 25 }, (_, at) => {
        return liveEvent({ id: `us${at}`, time: AS_OF - at * HOUR, latitude: at, longitude: at + 0.57, updated: AS_OF - at });
      }),
    ),
    locate: {
      ...locate,
      country: (latitude) => (latitude > 23 ? null : { iso2: "NO", relation: "offshore", distanceKm: 12.34 + latitude }),
    },
  }),
);

describe("answers restate the catalogue", () => {
  it.each(catalogue.events.map((event) => [event.id, event] as const))("in the detail of %s", (_, event) => {
    const { updated, country, plate } = event;
    const found = detailWriter(catalogue)(event);
    expect(found.updated_at).toBe(updated === null ? null : new Date(updated).toISOString());
    expect(found.country?.distance_km).toBe(country ? country.distanceKm && tenth(country.distanceKm) : undefined);
    expect(found.plate?.boundary_distance_km).toBe(plate ? tenth(plate.boundaryDistanceKm) : undefined);
    expect(found.plate?.code).toBe(plate?.code);
  });

  it("in the profile of a country: the newest 20 of its recent earthquakes", () => {
    const [country] = catalogue.countries;
    if (!country) throw new Error("no country");
    const { recent_earthquakes: recent } = countryProfile(country, catalogue.events, catalogue);
    expect(recent.map(({ event_id: id }) => id)).toEqual(Array.from({ length: 20 }, (_, at) => `us${at}`));
    for (const areaKm2 of [5_000, 20_000]) {
      const rate = { events: 1, firstYear: 2000, lastYear: 2017, areaKm2, perYear: 1, low: 0, high: 2 };
      const profile = countryProfile({ ...country, zoneBasis: { ...country.zoneBasis, rate } }, [], catalogue);
      expect(profile.zone_basis.rate?.area_km2).toBe(Math.max(areaKm2, 10_000));
    }
  });

  it("in search, where great earthquakes come before major, significant and other ones", () => {
    const live = usgs([8.5, 8.4, 7, 6.9, 6, 5.9].map((magnitude, at) => liveEvent({ id: `us${at}`, time: AS_OF - at * HOUR, magnitude })));
    const { search } = shardInput(assembleCatalogue(smallInput({ live, historical: [] })));
    expect(search.map(({ cls }) => cls)).toEqual([0, 1, 1, 2, 2, 3]);
  });

  it("with the details of small events in packs, unless they are significant or historical", () => {
    const small = { magnitude: 3, significant: false, historical: false };
    expect(isPacked(small, 3.1)).toBe(true);
    for (const other of [{ magnitude: 3.1 }, { magnitude: null }, { significant: true }, { historical: true }])
      expect(isPacked({ ...small, ...other }, 3.1)).toBe(false);
  });
});
