/** The closed lists of the impact of an earthquake. */

/** Kinds of losses. */
export const LOSS_KINDS = ["deaths", "injuries", "missing", "houses_destroyed", "houses_damaged", "damage_million_usd"] as const;
export type LossKind = (typeof LOSS_KINDS)[number];

/** Figures for which the detail of an event states sources, in the order of its fields. */
export const IMPACT_FIGURES = [
  "alert_level",
  "felt_reports",
  "max_intensity_reported",
  "max_intensity_estimated",
  "significance",
  ...LOSS_KINDS,
] as const;
export type ImpactFigure = (typeof IMPACT_FIGURES)[number];

/** Products of the USGS, and the two ways in which NOAA counts losses. */
export const IMPACT_PRODUCT_IDS = ["losspager", "dyfi", "shakemap", "earthquake", "total"] as const;
export type ImpactProductId = (typeof IMPACT_PRODUCT_IDS)[number];

/** How a figure was got (`kindOf` of `catalogue/impact.ts`). */
export const IMPACT_KINDS = ["counted", "observed", "estimated", "class"] as const;
export type ImpactKind = (typeof IMPACT_KINDS)[number];

/** Meaning of NOAA's classes 0-4 for people and houses, and for damage in US dollars (HazEL, amount order fields). */
const AMOUNTS = ["none", "few (about 1–50)", "some (about 51–100)", "many (about 101–1,000)", "very many (over 1,000)"];
const DAMAGES = ["none", "limited (under 1 million)", "moderate (1–5 million)", "severe (5–25 million)", "extreme (25 million and more)"];

/** A NOAA class in words. @throws RangeError for an unknown class */
export function classWords(figure: ImpactFigure, order: number): string {
  const words = wordsOf(figure)[order];
  if (words === undefined) throw new RangeError(`NOAA has no class ${order}`);
  return words;
}

/** All classes of a figure in one line, for documentation. */
export function classList(figure: ImpactFigure): string {
  return wordsOf(figure)
    .map((words, order) => `${order} ${words}`)
    .join(", ");
}

function wordsOf(figure: ImpactFigure): readonly string[] {
  return figure === "damage_million_usd" ? DAMAGES : AMOUNTS;
}
