import type { Command } from "commander";
import { contextOf, example, JSON_OUT } from "./shared.ts";

/** Adds `quaketree delta`. */
export function addDeltaCommand(program: Command): void {
  program
    .command("delta")
    .description(
      "Tell what leads from one tree to another, and try it: applied to the first it has to give the second, hash for hash. Builds and mirrors do this by themselves for the tree that they replace.",
    )
    .argument("<tree-a>", "folder of the older tree")
    .argument("<tree-b>", "folder of the newer tree")
    .option("--out <file>", "write the delta to a file")
    .option(...JSON_OUT)
    .addHelpText("after", example("delta yesterday today"))
    .action(async (from: string, to: string, options: { out?: string; json?: boolean }) => {
      const { deltaBetween, tellDelta } = await import("./run-delta.ts");
      tellDelta(await deltaBetween({ from, to }, options.out), contextOf(options));
    });
}
