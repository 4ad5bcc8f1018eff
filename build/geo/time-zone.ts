import lookUp from "@photostructure/tz-lookup";

/**
 * The time zone of a place, by its IANA name. At sea it is the nautical zone, such as `Etc/GMT+2` (two hours behind UTC). Near
 * borders the library's grid can be wrong by a few kilometres.
 *
 * @param latitude degrees, in [-90, 90]
 * @param longitude degrees, in [-180, 180]
 */
export function timeZoneAt(latitude: number, longitude: number): string {
  return lookUp(latitude, longitude);
}
