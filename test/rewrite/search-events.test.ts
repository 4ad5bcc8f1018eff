import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchEvents } from "../../build/rewrite/search/match.ts";
import { type EventClass, type PlaceRow, readPlaces, writePlaces } from "../../build/rewrite/shards/places.ts";

const WORDS = ["km", "kmet", "of", "ofu", "hualien", "lien", "a", "an"];
const place = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 4 }).map((words) => words.join(" "));
/** Few places, many events: enough for searches that walk all rows and for such that gather them. */
const rows: fc.Arbitrary<PlaceRow[]> = fc
  .tuple(
    fc.array(place, { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(fc.nat(11), fc.constantFrom<EventClass>(0, 1, 2, 2, 2)), { maxLength: 3000, size: "max" }),
  )
  .map(([places, draws]) =>
    draws.map(([at, cls]) => ({ text: places[at % places.length] as string, cls, time: 0, magnitude: 5, deaths: 0, country: null })),
  );

describe("the search by place", () => {
  it("finds the best 50 rows as a stable sort by rank does", () => {
    fc.assert(
      fc.property(rows, fc.array(fc.constantFrom(...WORDS, "ali"), { minLength: 1, maxLength: 3 }), (list, terms) => {
        const lengths = new Uint32Array(list.length).fill(2);
        const places = readPlaces(writePlaces(list, lengths, list.length > 0 ? [list.length] : []));
        const rank = ({ text, cls }: PlaceRow) => (terms.every((term) => text.split(" ").includes(term)) ? cls : 3 + cls);
        const expected = [...list.keys()]
          .filter((row) => terms.every((term) => list[row]?.text.includes(term)))
          .toSorted((a, b) => rank(list[a] as PlaceRow) - rank(list[b] as PlaceRow))
          .slice(0, 50);
        expect(searchEvents(places, terms)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
