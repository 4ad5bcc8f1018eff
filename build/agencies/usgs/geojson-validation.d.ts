/** The used part of geojson-validation 1.0.2. The package has no types. */
declare module "geojson-validation" {
  /** With `trace` it returns the list of errors; undefined or empty if there are none. */
  export function isFeature(feature: object, trace: true): string[] | undefined;
}
