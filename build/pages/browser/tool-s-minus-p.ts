import { sMinusPTool } from "../tools/s-minus-p.ts";
import { runTool } from "./tools/run.ts";

runTool(sMinusPTool);
