import { runTool } from "../client/run.ts";
import { scalesTool } from "./tool.ts";

runTool(scalesTool);
