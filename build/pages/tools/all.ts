import { energyTool } from "./energy.ts";
import type { Tool } from "./tool.ts";

/** Every tool, one line each. */
export const ALL_TOOLS: readonly Tool[] = [energyTool];
