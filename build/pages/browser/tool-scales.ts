import { scalesTool } from "../tools/scales.ts";
import { runTool } from "./tools/run.ts";

runTool(scalesTool);
