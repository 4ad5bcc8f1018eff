import type { BoundaryType } from "../../contract/texts/vocabulary.ts";
import type { Motion } from "../../seismology/plate-motion.ts";

/** Maximum angle between slip and strike of a transform fault, degrees (Bird 2003, section 5). */
export const TRANSFORM_DEGREES = 20;

/** The type of a boundary by its motion: Bird's rule for boundaries that are not known subduction zones. */
export function typeOfMotion({ opening, rightLateral }: Motion): BoundaryType {
  const steepest = Math.abs(rightLateral) * Math.tan((TRANSFORM_DEGREES * Math.PI) / 180);
  if (Math.abs(opening) <= steepest) return "transform";
  return opening > 0 ? "divergent" : "convergent";
}
