import type { EventCountry, EventPlate } from "../catalogue/catalogue.ts";
import type { Locators } from "../catalogue/event.ts";
import type { DerivedCache } from "../store/derived.ts";

type Locate = Pick<Locators, "country" | "plate">;

/** Country and plate of a point, in the form of the cache. */
type Place = [country: EventCountry | null, plate: EventPlate | null];

/**
 * Largest number of cached points. The hundreds of thousands of points of an archive are not cached here, because they are located
 * only once.
 */
const MAX_KEPT = 100_000;

/**
 * Makes locators that compute only those points that the previous build did not have, because building their indexes takes longer
 * than locating a few points.
 *
 * @param locators made on first use
 * @param dependsOn everything on which the place of a point depends
 */
export function memoizedLocators(
  locators: () => Locate,
  derived: DerivedCache,
  dependsOn: string,
): { locate: Locate; keep: () => void } {
  let before = new Map(Object.entries((derived.recall("places", "world", dependsOn) ?? {}) as Record<string, Place>));
  let used = new Map<string, Place>();
  let isNew = false;
  const placeOf = (latitude: number, longitude: number): Place | undefined => {
    const point = `${latitude} ${longitude}`;
    let place = used.get(point) ?? before.get(point);
    if (used.size >= MAX_KEPT) return place;
    if (!place) {
      isNew = true;
      const { country, plate } = locators();
      const found = plate(latitude, longitude);
      // The other fields of the result are objects of the model, which are not cached.
      place = [
        country(latitude, longitude),
        found && { code: found.code, boundaryDistanceKm: found.boundaryDistanceKm },
      ];
    }
    used.set(point, place);
    return place;
  };
  const keep = () => {
    if (isNew && used.size < MAX_KEPT) derived.keep("places", "world", dependsOn, Object.fromEntries(used));
    [before, used, isNew] = [used, new Map(), false];
  };
  return {
    locate: {
      country: (...point) => {
        const place = placeOf(...point);
        return place ? place[0] : locators().country(...point);
      },
      plate: (...point) => {
        const place = placeOf(...point);
        return place ? place[1] : locators().plate(...point);
      },
    },
    keep,
  };
}
