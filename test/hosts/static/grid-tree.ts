import { build } from "../../../build/commands/build.ts";
import { loadConfig } from "../../../build/config.ts";
import { silentReport } from "../../../build/report.ts";

/** A tree of the embedded data with the grid. */
export async function buildGridTree(out: string): Promise<string> {
  await build({ out, config: loadConfig(undefined), grid: true, report: silentReport });
  return out;
}
