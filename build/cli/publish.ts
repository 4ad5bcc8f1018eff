import { type Command, InvalidArgumentError, Option } from "commander";
import { type CliOptions, parseCount } from "./options.ts";
import { contextOf, ENDPOINT, JSON_OUT, KEEP_SNAPSHOTS, VARIANTS } from "./shared.ts";

interface GivenOptions extends CliOptions {
  for?: "cloudflare-pages" | "github-pages";
  maxFiles?: number;
  repair?: boolean;
  anew?: boolean;
  concurrency?: number;
}

/** Adds `quaketree publish`. */
export function addPublishCommand(program: Command): void {
  program
    .command("publish")
    .description(
      "Put a tree where it is served from: a folder, or an S3-compatible object store. Only what changed is sent; snapshot.json moves last, and until then the snapshot before stands whole.",
    )
    .argument("<tree>", "folder of the tree")
    .argument("<target>", "folder, or s3://bucket/prefix")
    .option(...ENDPOINT)
    .option(...VARIANTS)
    .option(KEEP_SNAPSHOTS[0], `folders: ${KEEP_SNAPSHOTS[1]}`, KEEP_SNAPSHOTS[2])
    .addOption(
      new Option("--for <platform>", "folders: write what the platform's own tool uploads").choices([
        "cloudflare-pages",
        "github-pages",
      ]),
    )
    .option("--max-files <number>", "with --for: how many files the platform takes, if not 20000", parseCount)
    .option("--repair", "object stores: compare with what really lies there, instead of believing its index")
    .option("--anew", "object stores: also over a newer snapshot, and beside other things")
    .option("--concurrency <number>", "object stores: requests at a time (default: 16)", parseConcurrency)
    .option(...JSON_OUT)
    .addHelpText("after", HELP)
    .action(publishAction);
}

const HELP = `
Credentials come from the environment alone: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION.
Exit code: 0 where the target has the tree, 1 where it could not be published (the snapshot before stands; run again),
4 where another publisher, or a build of the tree, is at work.

Examples:
  $ quaketree publish dist /srv/www/quakes
  $ quaketree publish dist s3://quakes --endpoint https://0123abcd.r2.cloudflarestorage.com
  $ quaketree publish dist site --for cloudflare-pages`;

async function publishAction(tree: string, to: string, options: GivenOptions): Promise<void> {
  const { runPublish } = await import("./run-publish.ts");
  const { for: platform, maxFiles, endpoint, variants, repair, anew, concurrency, keepSnapshots } = options;
  const how = { platform, maxFiles, endpoint, variants, repair, anew, concurrency };
  const command = { tree, to, ...how, keepSnapshotsDays: keepSnapshots };
  await runPublish(command, contextOf(options));
}

function parseConcurrency(given: string): number {
  if (/^\d{1,3}$/.test(given) && Number(given) >= 1 && Number(given) <= 256) return Number(given);
  throw new InvalidArgumentError("It has to be a whole number from 1 to 256.");
}
