import { aftershocks } from "./aftershocks/tool.ts";
import { energyTool } from "./energy/tool.ts";
import { feltIntensityTool } from "./felt-intensity/tool.ts";
import { sMinusPTool } from "./s-minus-p/tool.ts";
import { scalesTool } from "./scales/tool.ts";
import type { Tool } from "./tool.ts";
import { travelTimesTool } from "./travel-times/tool.ts";
import { tsunamiTool } from "./tsunami-travel-time/tool.ts";

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
