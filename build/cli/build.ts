import type { Command } from "commander";
import { type Flags, settingsOf } from "../config/config.ts";
import { build } from "../pipeline/build.ts";
import { contextOf, tuneV8 } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { signerOfBuild } from "./keygen.ts";
import { addBuildOptions, CONFIG, example, JSON_OUT, SIGN_KEY_OPTION } from "./options.ts";
import { printBuild } from "./print.ts";

export function buildCommand(command: Command): void {
  addBuildOptions(command)
    .option(...SIGN_KEY_OPTION)
    .option(...CONFIG)
    .option(...JSON_OUT)
    .addHelpText("after", example("build --store data/store --out dist"))
    .action(buildAction);
}

async function buildAction(options: Flags & { json?: boolean; signKey?: string }): Promise<void> {
  const context = contextOf(options);
  const config = settingsOf(options);
  tuneV8();
  const began = performance.now();
  const { store, out } = config;
  const signer = signerOfBuild({ signKey: options.signKey, config, out }, context.env);
  const built = await build({ store, out, config, signer, report: context.report });
  printBuild(built, performance.now() - began, context);
  if (built.rejected.length > 0) context.end(EXIT.stale);
}
