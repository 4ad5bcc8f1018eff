/** The part of geojson-validation 1.0.2 that is used here; the package carries no types. */
declare module "geojson-validation" {
  /** With `trace`, the list of what is wrong; undefined or empty where nothing is. */
  export function isFeature(feature: object, trace: true): string[] | undefined;
}
