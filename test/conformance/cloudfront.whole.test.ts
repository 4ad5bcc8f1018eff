import { hostConfiguration } from "../../build/cli/host.ts";
import { host } from "../../build/site/read-page.ts";
import { neverAnother } from "./always.ts";
import { distribution } from "./cloudfront-platform.ts";
import { conformance, type RunningHost } from "./run.ts";

async function start(dir: string): Promise<RunningHost> {
  const ask = await distribution(dir, await hostConfiguration("cloudfront", { dir, listen: "1" }));
  return { ask: async (request) => ask(request), stop: async () => undefined };
}

conformance({ ...host("cloudfront"), start, always: neverAnother });
