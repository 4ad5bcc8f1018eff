import { aftershocks } from "./aftershocks.ts";
import { energyTool } from "./energy.ts";
import { feltIntensityTool } from "./felt-intensity.ts";
import { sMinusPTool } from "./s-minus-p.ts";
import { scalesTool } from "./scales.ts";
import type { Tool } from "./tool.ts";
import { travelTimesTool } from "./travel-times.ts";
import { tsunamiTool } from "./tsunami-travel-time.ts";

/** Every tool, one line each. */
export const ALL_TOOLS: readonly Tool[] = [
  energyTool,
  aftershocks,
  feltIntensityTool,
  sMinusPTool,
  travelTimesTool,
  scalesTool,
  tsunamiTool,
];
