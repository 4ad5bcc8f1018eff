import type { Locators } from "../../catalogue/event.ts";
import type { DerivedCache } from "../../store/derived.ts";
import { KnownPlaces, type Place, type StoredPlaces } from "./known-places.ts";

type Locate = Pick<Locators, "country" | "plate">;

/** Largest number of cached points, of 36 bytes each. Those beyond it are located in each build. */
const MAX_KEPT = 500_000;

/** The name of the cached points. The points of each part of an archive are cached beside them, under the key of the part. */
export const PLACES_OF_WORLD = "world";

/**
 * Makes locators that compute only those points that the previous build did not have, because building their indexes takes longer
 * than locating a few points.
 *
 * @param locators made on first use
 * @param dependsOn everything on which the place of a point depends
 */
export function memoizedLocators(locators: () => Locate, derived: DerivedCache, dependsOn: string): { locate: Locate; keep: () => void } {
  const stored = derived.recall("places", PLACES_OF_WORLD, dependsOn) as StoredPlaces | undefined;
  let before = stored ? KnownPlaces.of(stored) : new KnownPlaces();
  let used = new KnownPlaces();
  let isNew = false;
  const placeOf = (latitude: number, longitude: number): Place | undefined => {
    const again = used.find(latitude, longitude);
    if (again) return again;
    let place = before.find(latitude, longitude);
    if (used.size >= MAX_KEPT) return place;
    if (!place) {
      isNew = true;
      const { country, plate } = locators();
      const found = plate(latitude, longitude);
      place = {
        country: country(latitude, longitude),
        // The other fields of the result are objects of the model, which are not cached.
        plate: found && { code: found.code, boundaryDistanceKm: found.boundaryDistanceKm },
      };
    }
    used.add(latitude, longitude, place);
    return place;
  };
  const keep = () => {
    if (isNew) derived.keep("places", PLACES_OF_WORLD, dependsOn, used.stored());
    [before, used, isNew] = [used, new KnownPlaces(), false];
  };
  return {
    locate: {
      country: (...point) => {
        const place = placeOf(...point);
        return place ? place.country : locators().country(...point);
      },
      plate: (...point) => {
        const place = placeOf(...point);
        return place ? place.plate : locators().plate(...point);
      },
    },
    keep,
  };
}
