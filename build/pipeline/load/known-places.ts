import type { EventCountry, EventPlate } from "../../catalogue/catalogue.ts";

/** Country and plate of a point. */
export interface Place {
  country: EventCountry | null;
  plate: EventPlate | null;
}

/** Places by points. */
export class KnownPlaces {
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];
  readonly #places: Place[] = [];
  /** The last point of each latitude, and for each point the one before it with the same latitude. */
  readonly #last = new Map<number, number>();
  readonly #before: (number | undefined)[] = [];

  get size(): number {
    return this.#places.length;
  }

  find(latitude: number, longitude: number): Place | undefined {
    let at = this.#last.get(latitude);
    while (at !== undefined && this.#longitudes[at] !== longitude) at = this.#before[at];
    return at === undefined ? undefined : this.#places[at];
  }

  /** The point must not be there yet. */
  add(latitude: number, longitude: number, place: Place): void {
    this.#before.push(this.#last.get(latitude));
    this.#last.set(latitude, this.#places.length);
    this.#latitudes.push(latitude);
    this.#longitudes.push(longitude);
    this.#places.push(place);
  }

  /** In the form of the cache. Numbers are stored as they are in memory, because printing them takes longer than the rest. */
  stored(): StoredPlaces {
    const countries = new Map<string, number>();
    const plates = new Map<string, number>();
    const numberIn = (names: Map<string, number>, name: string) => {
      const number = names.get(name) ?? names.size;
      names.set(name, number);
      return number;
    };
    const { size } = this;
    const numbers = new Float64Array(4 * size);
    const codes = new Uint16Array(2 * size);
    this.#places.forEach(({ country, plate }, at) => {
      const distances = [country?.distanceKm ?? Number.NaN, plate?.boundaryDistanceKm ?? Number.NaN];
      numbers.set([this.#latitudes[at] as number, this.#longitudes[at] as number, ...distances], 4 * at);
      codes[2 * at] = country ? numberIn(countries, `${country.iso2} ${country.relation}`) : NONE;
      codes[2 * at + 1] = plate ? numberIn(plates, plate.code) : NONE;
    });
    return {
      numbers: base64(numbers),
      codes: base64(codes),
      countries: [...countries.keys()],
      plates: [...plates.keys()],
    };
  }

  /** @param stored by `stored` */
  static of({ numbers, codes, countries, plates }: StoredPlaces): KnownPlaces {
    const known = new KnownPlaces();
    const values = new Float64Array(bufferOf(numbers));
    const kinds = new Uint16Array(bufferOf(codes));
    const named = countries.map((name) => name.split(" ") as [string, EventCountry["relation"]]);
    for (let at = 0; at < values.length / 4; at++) {
      const [latitude = 0, longitude = 0, distanceKm = 0, boundaryDistanceKm = 0] = values.subarray(4 * at, 4 * at + 4);
      const [iso2, relation] = named[kinds[2 * at] as number] ?? [];
      const code = plates[kinds[2 * at + 1] as number];
      const km = Number.isNaN(distanceKm) ? null : distanceKm;
      known.add(latitude, longitude, {
        country: iso2 === undefined || relation === undefined ? null : { iso2, relation, distanceKm: km },
        plate: code === undefined ? null : { code, boundaryDistanceKm },
      });
    }
    return known;
  }
}

/** Of each point: latitude, longitude and the two distances as f64, and the numbers of its country and its plate as u16. */
export interface StoredPlaces {
  /** base64 */
  numbers: string;
  /** base64 */
  codes: string;
  /** `JP inside` */
  countries: readonly string[];
  plates: readonly string[];
}

/** No country or plate. There are far fewer of them. */
const NONE = 0xffff;

function base64({ buffer }: Float64Array | Uint16Array): string {
  return Buffer.from(buffer).toString("base64");
}

function bufferOf(text: string): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, "base64")).buffer;
}
