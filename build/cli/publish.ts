import { randomBytes } from "node:crypto";
import { relative, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Command, Option } from "commander";
import { SNAPSHOT_FILE } from "../contract/wire/snapshot.ts";
import { loadTree } from "../hosts/load-tree.ts";
import { mirrorTree } from "../mirror/mirror.ts";
import { UserError } from "../platform/error.ts";
import { explain, NODE_FILE_SYSTEM } from "../platform/file-system.ts";
import { size, thousands } from "../platform/text.ts";
import { DAY_MS } from "../platform/time.ts";
import { publishHeaders, type SitePlatform, writeSiteFolder } from "../publish/folders/site-folder.ts";
import { whileAlone } from "../publish/lock.ts";
import { readPlain } from "../publish/plan.ts";
import { type PublishReport, publishTree } from "../publish/publish.ts";
import { createS3Target } from "../publish/s3/target.ts";
import { olderThanTarget } from "../publish/target.ts";
import { SIGNATURE_FILE } from "../tree/file.ts";
import { createFolderOrigin } from "../tree/origins/open.ts";
import type { Origin } from "../tree/origins/origin.ts";
import { isS3, refuseOtherAddresses, s3Address, s3Credentials } from "../tree/origins/s3/address.ts";
import { recover } from "../tree/plan.ts";
import { readRecord } from "../tree/read.ts";
import { writeStatusFiles } from "../tree/status-files.ts";
import { lockedTree, treePaths } from "../tree/tree-paths.ts";
import { STATUS_FILE, STATUS_PAGE } from "../tree/unindexed.ts";
import { refusePlace } from "../tree/write-tree.ts";
import { type CliContext, contextOf, printResult } from "./context.ts";
import { ENDPOINT, JSON_OUT, KEEP_SNAPSHOTS, numberParser, parseCount, VARIANTS } from "./options.ts";

const parseConcurrency = numberParser(/^\d{1,3}$/, 1, 256, "Use a whole number from 1 to 256.");

export function publishCommand(command: Command): void {
  command
    .argument("<tree>", "folder of the tree")
    .argument("<target>", "folder, or s3://bucket/prefix")
    .option(...ENDPOINT)
    .option(...VARIANTS)
    .option(KEEP_SNAPSHOTS[0], `folders: ${KEEP_SNAPSHOTS[1]}`, KEEP_SNAPSHOTS[2])
    .addOption(
      new Option("--for <platform>", "folders: write what the platform's own tool uploads").choices(["cloudflare-pages", "github-pages"]),
    )
    .option("--max-files <number>", "with --for: the file limit of the platform (default: 20000)", parseCount)
    .option("--repair", "object stores: compare with the objects themselves, not with the index of the target")
    .option("--anew", "object stores: allow replacing a newer snapshot, and other objects beside the tree")
    .option("--concurrency <number>", "object stores: requests at a time (default: 16)", parseConcurrency)
    .option(...JSON_OUT)
    .addHelpText("after", HELP)
    .action((tree: string, to: string, options: PublishFlags) => runPublish({ tree, to, ...options }, contextOf(options)));
}

const HELP = `
Credentials come from the environment (AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN), or from the AWS chain: AWS_PROFILE,
single sign-on, web identity, container, role of the machine. AWS_REGION names the region.
Exit code: 0 if the target has the tree, 1 if it could not be published (the target still serves the previous snapshot; run again),
4 if another publisher, or a build of the tree, is at work.

Examples:
  $ quaketree publish dist /srv/www/quakes
  $ quaketree publish dist s3://quakes --endpoint https://0123abcd.r2.cloudflarestorage.com
  $ quaketree publish dist site --for cloudflare-pages`;

export interface PublishCommand {
  /** Folder of the tree. */
  tree: string;
  /** A folder, or `s3://bucket/prefix`. */
  to: string;
  /** For object stores other than Amazon's. */
  endpoint?: string | undefined;
  /** Object stores: whether compressed variants are sent under their own keys. */
  variants?: boolean | undefined;
  /** Object stores: whether to compare with the objects themselves. */
  repair?: boolean | undefined;
  /** Object stores: whether an older snapshot may replace a newer one, and whether other objects may be beside the tree. */
  anew?: boolean | undefined;
  /** Object stores: requests at a time. */
  concurrency?: number | undefined;
  /** Folders: how long a snapshot stays available after it was replaced, days; default 7. */
  keepSnapshots?: number | undefined;
  /** Folders: the platform whose own tool uploads the folder. */
  for?: SitePlatform | undefined;
  maxFiles?: number | undefined;
}

type PublishFlags = Omit<PublishCommand, "tree" | "to"> & { json?: boolean };

/** The result, as `--json` prints it. */
export interface PublishOutcome extends PublishReport {
  to: string;
}

type PublishContext = Pick<CliContext, "report" | "env" | "now">;

/**
 * Publishes a tree. Locks it, so that no build replaces it meanwhile.
 *
 * @throws UserError `usage`, `tree-missing`, `build-running`, `credentials-missing`, and as `publishTree`, `mirrorTree` and
 * `writeSiteFolder`
 */
export async function publish(command: PublishCommand, context: PublishContext): Promise<PublishOutcome> {
  const { tree, to } = command;
  await readRecord(tree);
  await checkTarget(command, context.env);
  if (isS3(to)) return whileTreeUnchanged(tree, () => publishToStore(command, context));
  return whileTreeUnchanged(tree, () => (command.for ? writeSite(command, context) : publishToFolder(command, context)));
}

/** Checks the command itself, before any work. @throws UserError `usage`, `credentials-missing`, `out-not-a-tree` */
export async function checkTarget(command: PublishCommand, env: NodeJS.ProcessEnv): Promise<void> {
  const { to, endpoint } = command;
  if (!isS3(to)) {
    refuseFolder(command);
    return refusePlace(to).catch((error: unknown) => {
      throw explain(error, to);
    });
  }
  if (command.for) throw new UserError("usage", "--for is for folders", "leave it out, or name a folder as the target");
  await s3Credentials(env, s3Address(to, endpoint, env).region)();
}

async function publishToStore(command: PublishCommand, { report, env }: PublishContext): Promise<PublishOutcome> {
  const { tree, to, endpoint, variants = false, repair = false, anew = false, concurrency } = command;
  const address = s3Address(to, endpoint, env);
  const credentials = s3Credentials(env, address.region);
  // Object stores refuse old signatures.
  const target = createS3Target({ address, credentials, fetch, sleep: delay, random: Math.random, now: Date.now });
  report.step(`publishing to ${address.name}`);
  const settings = {
    dir: tree,
    target,
    now: () => performance.now(),
    headersOf: publishHeaders,
    variants,
    repair,
    anew,
    ...(concurrency !== undefined && { atATime: concurrency }),
    progress: (done: number, total: number) => report.progress(done, total, "objects"),
  };
  const run = randomBytes(8).toString("hex");
  const published = await whileAlone(address.name, (machine) => publishTree({ ...settings, publisher: { run, machine } }));
  return { to: address.name, ...published };
}

/** Publishes to a folder as a mirror does: changed files are verified before a plan moves them. */
async function publishToFolder({ tree, to, keepSnapshots }: PublishCommand, { report, now }: PublishContext): Promise<PublishOutcome> {
  report.step(`publishing to ${to}`);
  const origin = await originFor(tree, to);
  const progress = (done: number, total: number) => report.progress(done, total, "bytes");
  const { snapshot, changed, fetched } = await mirrorTree({
    origin,
    out: to,
    accept: assertServable,
    keepSnapshotsFor: keepSnapshots === undefined ? undefined : keepSnapshots * DAY_MS,
    report: (line) => report.step(line),
    progress,
    now,
    sleep: delay,
  }).catch((error: unknown) => {
    if ((error as UserError).code !== "mirror-rollback") throw error;
    const how = (error as UserError).message.replace("the origin has", "a newer snapshot than");
    throw olderThanTarget(to, tree, how, `move ${to} away`);
  });
  const [json, page] = [STATUS_FILE, STATUS_PAGE].map((path) => readPlain(tree, path)?.toString("utf8"));
  if (json !== undefined && page !== undefined) await writeStatusFiles(to, { json, page });
  const { id, sequence, as_of } = snapshot;
  const sent = { sent: fetched.files, bytes: fetched.bytes, kept: 0, removed: 0, left: 0 };
  return { to, snapshot: { id, sequence, as_of }, changed, completed: false, ...sent };
}

/**
 * A tree that was lost and built again has the same files, but its sequence number starts again: the target keeps its own record,
 * with the larger number.
 */
async function originFor(tree: string, to: string): Promise<Origin> {
  const origin = createFolderOrigin(resolve(tree));
  const { snapshot: ours } = await readRecord(tree);
  const there = await readRecord(to).catch(() => undefined);
  if (there?.snapshot.id !== ours.id || there.snapshot.sequence <= ours.sequence) return origin;
  const target = createFolderOrigin(resolve(to));
  return { ...origin, read: (path, options) => (OF_RECORD.has(path) ? target : origin).read(path, options) };
}

const OF_RECORD: ReadonlySet<string> = new Set([SNAPSHOT_FILE, SIGNATURE_FILE]);

async function assertServable(dir: string): Promise<void> {
  await loadTree(dir);
}

async function writeSite({ tree, to, for: platform, maxFiles }: PublishCommand, { report }: PublishContext): Promise<PublishOutcome> {
  if (!platform) throw new Error("no platform");
  const written = await writeSiteFolder({ tree, out: to, platform, maxFiles }).catch((error: unknown) => {
    throw explain(error, to);
  });
  for (const warning of written.warnings) report.warn(warning);
  const { id, sequence, as_of } = written.snapshot;
  const sent = { sent: written.files, bytes: written.bytes, kept: 0, removed: 0, left: 0 };
  return { to, snapshot: { id, sequence, as_of }, changed: true, completed: false, ...sent };
}

function refuseFolder({ tree, to, endpoint, variants, repair, anew }: PublishCommand): void {
  refuseOtherAddresses(to);
  if (endpoint !== undefined || variants || repair || anew) {
    throw new UserError("usage", "--endpoint, --variants, --repair and --anew are for s3:// targets", "leave them out");
  }
  const way = relative(resolve(tree), resolve(to));
  const back = relative(resolve(to), resolve(tree));
  if ([way, back].some((path) => path === "" || !path.startsWith(".."))) {
    throw new UserError("usage", `${to} is the tree, in it, or around it`, "name a folder beside it");
  }
}

/** Locks the tree while `work` runs. If the folder beside the tree is not writable, no build can run there, and no lock is needed. */
async function whileTreeUnchanged<T>(tree: string, work: () => Promise<T>): Promise<T> {
  let begun = false;
  const fs = NODE_FILE_SYSTEM;
  try {
    const places = treePaths(fs, tree);
    return await lockedTree(fs, places, () => {
      begun = true;
      recover(fs, places);
      return work();
    });
  } catch (error) {
    if (begun || !UNWRITABLE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    return work();
  }
}

const UNWRITABLE = new Set(["EACCES", "EPERM", "EROFS"]);

async function runPublish(command: PublishCommand, context: CliContext): Promise<void> {
  const published = await publish(command, context);
  context.report.clear();
  printResult(context, published, () => [...publishLines(published), ...(command.for ? [DEPLOY[command.for](command.to)] : [])]);
}

/** The result for people. */
export function publishLines({ to, snapshot, changed, completed, sent, bytes, kept, removed, left }: PublishOutcome) {
  const { id, sequence, as_of } = snapshot;
  const what = changed ? "now has" : "has";
  const lines = [`${to} ${what} snapshot ${id}, number ${sequence}, as of ${as_of}`];
  const rest = `${thousands(kept)} of the snapshot before kept, ${thousands(removed)} removed`;
  lines.push(`  ${thousands(sent)} files sent, ${size(bytes)}; ${rest}`);
  if (completed) lines.push("  an earlier run was interrupted and is now completed");
  if (left > 0) {
    lines.push(`  ${thousands(left)} shards are not in our index and stay for an hour: the first run of a day, or --repair, removes them`);
  }
  return lines;
}

const DEPLOY: Record<SitePlatform, (out: string) => string> = {
  "cloudflare-pages": (out) => `deploy with: npx wrangler pages deploy ${out} --project-name <name>`,
  "github-pages": (out) => `deploy with actions/upload-pages-artifact (path: ${out}) and actions/deploy-pages`,
};
