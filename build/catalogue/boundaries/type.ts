import type { BoundaryType } from "../../contract/texts/vocabulary.ts";
import type { Motion } from "../../seismology/plate-motion.ts";

/** Slip that deviates from the strike by no more than this makes a transform fault (Bird 2003, section 5), degrees. */
export const TRANSFORM_DEGREES = 20;

/** What a boundary with such a motion is, by Bird's rule for all that is not known to be a subduction zone. */
export function typeOfMotion({ opening, rightLateral }: Motion): BoundaryType {
  const steepest = Math.abs(rightLateral) * Math.tan((TRANSFORM_DEGREES * Math.PI) / 180);
  if (Math.abs(opening) <= steepest) return "transform";
  return opening > 0 ? "divergent" : "convergent";
}
