import lookUp from "@photostructure/tz-lookup";

/**
 * The time zone of a place by the IANA's name; at sea the nautical one, such as `Etc/GMT+2` (two hours behind UTC). Near
 * borders the library's grid can be off by some kilometres.
 *
 * @param latitude degrees, in [-90, 90]
 * @param longitude degrees, in [-180, 180]
 */
export function timeZoneAt(latitude: number, longitude: number): string {
  return lookUp(latitude, longitude);
}
