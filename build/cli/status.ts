import type { Command } from "commander";
import { type Config, type Flags, settingsOf } from "../config/config.ts";
import type { StatusDocument } from "../contract/wire/status.ts";
import { DEFAULT_STORE } from "../pipeline/load/inputs.ts";
import { UserError } from "../platform/error.ts";
import { age, size, thousands } from "../platform/text.ts";
import { type CliContext, contextOf, printResult } from "./context.ts";
import { checkExit, problemLines, problemsOf } from "./monitor/check.ts";
import { type CopyStatus, type Status, status } from "./monitor/read-status.ts";
import { CONFIG, example, JSON_OUT, OUT, STORE } from "./options.ts";

export function statusCommand(command: Command): void {
  command
    .argument("[dir]", "folder of a tree, such as a mirror: report only that")
    .option(...STORE)
    .option(...OUT)
    .option(...CONFIG)
    .option("--check", "for monitors: exit with 3 if anything is stale, with 1 if anything is missing or damaged")
    .option(...JSON_OUT)
    .addHelpText("after", example("status --check"))
    .action(statusAction);
}

async function statusAction(dir: string | undefined, options: Flags & StatusOptions): Promise<void> {
  const context = contextOf(options);
  if (dir !== undefined && (options.store ?? options.out ?? options.config) !== undefined) {
    throw new UserError("usage", "a folder is given with --store, --out or --config", "leave one of them out");
  }
  if (dir !== undefined) return runStatus({ store: undefined, out: dir }, context, options);
  const settings = settingsOf(options);
  const { store = DEFAULT_STORE, out } = settings;
  await runStatus({ store, out }, context, options, settings);
}

interface StatusOptions {
  json?: boolean;
  /** Whether the exit code depends on the problems. */
  check?: boolean;
}

export async function runStatus(
  dirs: { store: string | undefined; out: string },
  context: CliContext,
  { check = false }: StatusOptions = {},
  config: Pick<Config, "notices"> = {},
): Promise<void> {
  const found = await status(dirs.store, dirs.out, config);
  const now = context.now();
  const problems = check ? problemsOf(found, now) : [];
  const code = checkExit(problems);
  printResult(context, check ? { ...found, check: { exit_code: code, problems } } : found, () => [
    ...statusLines(found, dirs, now),
    ...(check ? problemLines(problems) : []),
  ]);
  if (check) context.end(code);
}

/** Store and tree for people. @param now ms since 1970 UTC */
export function statusLines({ store, tree }: Status, dirs: { store: string | undefined; out: string }, now: number): string[] {
  const ageOf = (instant: string | null) => (instant === null ? "does not age" : `${instant}, ${age(now - Date.parse(instant))}`);
  const ofStore = dirs.store === undefined ? [] : storeLines(store, dirs.store, ageOf);
  const ofCopy = tree && "missing" in tree ? copyLines(tree, now) : [];
  return [...ofStore, ...treeLines(tree, dirs.out, ageOf), ...ofCopy];
}

type AgeOf = (instant: string | null) => string;

function storeLines(store: Status["store"], dir: string, ageOf: AgeOf): string[] {
  if (!store) return [`store ${dir}: none; \`quaketree ingest\` creates it; until then builds use the embedded data`];
  if ("fault" in store) return [`store ${dir}: ${store.fault}`];
  if (store.sources.length === 0) return [`store ${dir}: empty`];
  const gone = store.gone_receivers.map(({ rule, since }) => `notices: the receiver of ${rule} answered 410 (gone) at ${since}`);
  const ofSources = store.sources.flatMap(({ id, as_of, answered_at, records, rejected }) => {
    const of = as_of === null ? "" : `, as of ${ageOf(as_of)}`;
    const answered = answered_at === null ? "no good answer yet" : `last good answer ${ageOf(answered_at)}`;
    return [
      `store ${dir}: ${id}, ${thousands(records)} records${of}; ${answered}`,
      ...rejected.map(({ code, reason }) => `  rejected (${code}): ${reason}`),
    ];
  });
  return [...ofSources, ...gone];
}

function treeLines(tree: Status["tree"], dir: string, ageOf: AgeOf): string[] {
  if (!tree) return [`tree ${dir}: none; \`quaketree build\` creates it`];
  if ("fault" in tree) return [`tree ${dir}: ${tree.fault}`];
  const { snapshot, sequence, as_of, files, bytes, shards, sources } = tree;
  return [
    `tree ${dir}: snapshot ${snapshot}, number ${sequence}, as of ${ageOf(as_of)}`,
    `  ${thousands(files)} files, ${size(bytes)}, of which ${shards.files} shards, ${size(shards.bytes)}`,
    ...sources.map(
      ({ name, provides, records, as_of: of }) =>
        `  ${name}: ${thousands(records)} ${provides}, ${of === null ? ageOf(of) : `as of ${ageOf(of)}`}`,
    ),
    ...runLines(tree.status, ageOf),
  ];
}

function runLines(run: StatusDocument | null, ageOf: AgeOf): string[] {
  if (!run) return [];
  const { outcome, finished_at, error } = run.run;
  const stale = run.sources.filter(({ fresh }) => !fresh).map(({ agency }) => agency);
  return [
    `last rebuild: ${outcome}, ${ageOf(finished_at)}${stale.length > 0 ? `; stale then: ${stale.join(", ")}` : ""}`,
    ...(error ? [`  ${error.message}`] : []),
  ];
}

/** A copy for people. @param now ms since 1970 UTC */
function copyLines({ missing, stale_after, signed_by, fetched }: CopyStatus, now: number): string[] {
  const lines = [
    missing === 0
      ? "  complete: it has every file of its index"
      : `  incomplete: ${thousands(missing)} files of its index are missing or of another size`,
  ];
  if (stale_after !== null) {
    const past = now - Date.parse(stale_after);
    lines.push(past < 0 ? `  fresh until ${stale_after}` : `  stale since ${stale_after} (${age(past)})`);
  }
  if (signed_by !== null) lines.push(`  signed with key ${signed_by} (verify --verify-key checks it)`);
  if (fetched) lines.push(`  fetched of a newer snapshot: ${thousands(fetched.files)} files, ${size(fetched.bytes)}`);
  return lines;
}
