import { runTool } from "../client/run.ts";
import { sMinusPTool } from "./tool.ts";

runTool(sMinusPTool);
