import type { Config } from "../config/config.ts";
import { build } from "../pipeline/build.ts";
import type { CliContext } from "./context.ts";
import { tellBuild } from "./print.ts";
import { assertCanListen, runServe } from "./serve.ts";

export interface StartOptions {
  store: string | undefined;
  out: string;
  config: Config;
  port: number;
  host: string;
}

/**
 * From nothing to a service: builds and serves. It builds each time, whether or not there is a tree: that costs seconds,
 * leaves what is unchanged as it is, and never serves a tree of other data or of an older version by accident.
 */
export async function runStart(options: StartOptions, context: CliContext): Promise<void> {
  const { store, out, config, port, host } = options;
  await assertCanListen({ port, host });
  const began = performance.now();
  const built = await build({ store, out, config, report: context.report });
  tellBuild(built, performance.now() - began, context);
  await runServe({ dir: out, port, host }, context);
}
