import { hostConfiguration } from "../../build/cli/host.ts";
import { host } from "../../build/site/read-page.ts";
import { neverAnother } from "./always.ts";
import { site } from "./netlify-platform.ts";
import { conformance, type RunningHost } from "./run.ts";

async function start(dir: string): Promise<RunningHost> {
  const ask = await site(dir, await hostConfiguration("netlify", { dir, listen: "1" }));
  return { ask, stop: async () => undefined };
}

/** The address that the function gets to see has none any more, so it cannot know that it was another one. */
const DOT_SEGMENTS = /^path: .*\/(?:\.|%2e){1,2}\//i;

conformance({
  ...host("netlify"),
  start,
  always: (answer, one, plain) => DOT_SEGMENTS.test(one.name) || neverAnother(answer, one, plain),
});
