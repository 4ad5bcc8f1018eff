import type { ToolContext } from "../tools/tool.ts";

/** Eight directions, clockwise from north. */
const COMPASS = ["n", "ne", "e", "se", "s", "sw", "w", "nw"] as const;

/** The nearest of eight directions in words. @param azimuth degrees clockwise from north */
export function compassText(azimuth: number, { t }: Pick<ToolContext, "t">): string {
  const eighth = Math.round((((azimuth % 360) + 360) % 360) / 45) % COMPASS.length;
  return t(`compass.${COMPASS[eighth]}`);
}
