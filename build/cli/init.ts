import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { type Command, Option } from "commander";
import { PRESET_NAMES } from "../agencies/fdsn/service.ts";
import { DEFAULT_CONFIG, parseConfig } from "../config/config.ts";
import { UserError } from "../platform/error.ts";
import { explain, makeFolder } from "../platform/file-system.ts";
import { isS3, refuseOtherAddresses } from "../tree/origins/s3/address.ts";
import { type CliContext, contextOf } from "./context.ts";
import { keygen } from "./keygen.ts";
import { example } from "./options.ts";

/**
 * Where a tree is served. `grid`: the host can only rewrite URLs, so that common combinations of filters are files. `next`: what remains
 * to do with the folder of the tree.
 */
const HOSTS = {
  node: { grid: false, next: (tree: string, port: string) => `quaketree serve ${tree} --port ${port}` },
  nginx: { grid: true, next: (tree: string) => `quaketree host nginx --tree ${tree}` },
  cloudflare: { grid: false, next: (tree: string) => `quaketree host worker --tree ${tree}` },
  cloudfront: { grid: true, next: (tree: string) => `quaketree host cloudformation --tree ${tree}` },
  netlify: { grid: true, next: (tree: string) => `quaketree host netlify --tree ${tree}` },
  files: { grid: false, next: (tree: string) => `serve the folder ${tree} with any file server` },
} as const;
type HostKind = keyof typeof HOSTS;
const HOST_KINDS = Object.keys(HOSTS) as HostKind[];

const OWN_AGENCIES = ["usgs", "noaa", "plates", "emsc"];
const AGENCIES = [...OWN_AGENCIES, ...PRESET_NAMES];
const DEFAULT_AGENCIES = ["usgs", "noaa", "plates"];

const SCHEDULES = ["systemd", "cron"] as const;
type Schedule = (typeof SCHEDULES)[number];

/** What an operator decides. */
export interface Choices {
  agencies: readonly string[];
  host: HostKind;
  /** Where the tree is served, as in the configuration; undefined: not known yet. */
  url: string | undefined;
  /** Where it is published; undefined: it is served from where it is built. */
  publish: string | undefined;
  isSigned: boolean;
}

/** What the files for the scheduler name. */
export interface Machine {
  schedule: Schedule;
  user: string;
  /** Absolute paths: of Node.js, of the program, and of the folder. */
  node: string;
  program: string;
  dir: string;
}

const KEY_FILE = "quaketree.key";
/** Without these settings the folders would be where each command runs. */
const [STORE, TREE] = ["data/store", "dist"];
const OPERATE = fileURLToPath(new URL("../../scripts/operate/", import.meta.url));

export function initCommand(command: Command): void {
  command
    .argument("[dir]", "folder for the configuration, the store and the tree", ".")
    .option("--agencies <list>", `comma-separated, from ${AGENCIES.join(", ")}; naming one accepts its terms`, agencyList)
    .addOption(new Option("--host <kind>", "where the tree is served").choices(HOST_KINDS))
    .option("--url <url>", "address at which it is served, such as https://quakes.example")
    .option("--publish <target>", "folder or s3://bucket/prefix to which it is published; none: not at all")
    .option("--sign", "make a key and sign the snapshots")
    .option("--no-sign", "do not sign")
    .addOption(new Option("--schedule <kind>", "what runs it each minute (default: systemd where it runs)").choices(SCHEDULES))
    .addHelpText("after", example("init quakes", "asks what is not given"))
    .action(async (dir: string, options: InitOptions) => runInit(dir, options, contextOf({})));
}

interface InitOptions {
  agencies?: readonly string[];
  host?: HostKind;
  url?: string;
  publish?: string;
  sign?: boolean;
  schedule?: Schedule;
}

async function runInit(dir: string, options: InitOptions, { out }: CliContext): Promise<void> {
  const ask = process.stdin.isTTY ? createInterface({ input: process.stdin, output: process.stderr }) : undefined;
  try {
    const choices = await choicesOf(options, ask && ((question) => ask.question(question)));
    const machine: Machine = {
      schedule: options.schedule ?? (existsSync("/run/systemd/system") ? "systemd" : "cron"),
      user: userInfo().username,
      node: process.execPath,
      program: fileURLToPath(new URL("../quaketree.js", import.meta.url).href.replace("/compiled/", "/build/")),
      dir: resolve(dir),
    };
    for (const line of writeInstallation(choices, machine)) out(line);
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    throw new UserError(
      "usage",
      "nothing was written: a question has no answer",
      "answer all, or give the options of `quaketree init --help`",
    );
  } finally {
    ask?.close();
  }
}

/**
 * The choices by the options. Missing ones are asked, or have their defaults without a terminal.
 *
 * @throws UserError `usage` for an answer that is none of the choices
 */
export async function choicesOf(options: InitOptions, ask?: (question: string) => Promise<string>): Promise<Choices> {
  const answer = async (question: string, fallback: string) => (await ask?.(`${question} [${fallback}] `))?.trim() || fallback;
  const agencies =
    options.agencies ??
    agencyList(await answer(`Agencies, of ${AGENCIES.join(", ")} (naming one accepts its terms)`, DEFAULT_AGENCIES.join(",")));
  const host = options.host ?? hostKind(await answer(`Served by, of ${HOST_KINDS.join(", ")}`, "node"));
  const publish = options.publish ?? (await answer("Published to, a folder or s3://bucket/prefix", "none"));
  refuseOtherAddresses(publish);
  const isSigned = options.sign ?? /^y/i.test(await answer("Sign the snapshots, y or n", "n"));
  return { agencies, host, url: options.url, publish: publish === "none" ? undefined : publish, isSigned };
}

/** @throws UserError `usage` */
function agencyList(given: string): string[] {
  const names = given.split(",").map((name) => name.trim());
  const unknown = names.find((name) => !AGENCIES.includes(name));
  if (unknown !== undefined) throw new UserError("usage", `there is no agency "${unknown}"`, `choose from ${AGENCIES.join(", ")}`);
  return [...new Set(names)];
}

/** @throws UserError `usage` */
function hostKind(given: string): HostKind {
  const kind = HOST_KINDS.find((one) => one === given);
  if (kind) return kind;
  throw new UserError("usage", `there is no host "${given}"`, `choose from ${HOST_KINDS.join(", ")}`);
}

/**
 * Writes the configuration, a key where snapshots are signed, and the files for the scheduler. Writes nothing where one of them is
 * there already.
 *
 * @returns what was written, and the commands that remain, line by line
 * @throws UserError `init-exists`, `config-invalid`, `folder-unwritable`
 */
export function writeInstallation(choices: Choices, machine: Machine): string[] {
  const { dir } = machine;
  const config = `${JSON.stringify(configOf(choices), null, 2)}\n`;
  parseConfig(config, join(dir, DEFAULT_CONFIG));
  const files = { [DEFAULT_CONFIG]: config, ...schedulerFiles(choices, machine) };
  const names = [...Object.keys(files), ...(choices.isSigned ? [KEY_FILE, `${KEY_FILE}.pub`] : [])];
  const present = names.find((name) => existsSync(join(dir, name)));
  if (present !== undefined) {
    throw new UserError("init-exists", `${join(dir, present)} is already there`, "name another folder, or edit the file");
  }
  try {
    makeFolder(dir);
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text, { flag: "wx" });
  } catch (error) {
    throw explain(error, dir);
  }
  if (choices.isSigned) keygen(join(dir, KEY_FILE));
  return [`written to ${dir}: ${names.join(", ")}`, "what remains:", ...remaining(choices, machine)];
}

/** The configuration file: the folders, the agencies, and what differs from the defaults. */
export function configOf({ agencies, host, url, publish, isSigned }: Choices): object {
  const settings = (name: string) => (DEFAULT_AGENCIES.includes(name) ? {} : { accept_licence: true });
  const entries = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, settings(name)]));
  const others = agencies.filter((name) => !OWN_AGENCIES.includes(name));
  const own = agencies.filter((name) => OWN_AGENCIES.includes(name));
  return {
    store: STORE,
    out: TREE,
    ...(url !== undefined && { public_url: url }),
    ...(HOSTS[host].grid && { tree: { grid: true } }),
    ...(publish !== undefined && { publish: { target: publish } }),
    ...(isSigned && { sign_key: KEY_FILE }),
    agencies: { ...entries(own), ...(others.length > 0 && { others: entries(others) }) },
  };
}

/** Units or a crontab, from those in `scripts/operate/`, with the paths of this machine. */
function schedulerFiles({ host, publish, url }: Choices, { schedule, user, node, program, dir }: Machine): Record<string, string> {
  const word = schedule === "cron" ? cronWord : unitWord;
  const run = `${word(node)} ${word(program)} rebuild --config ${word(join(dir, DEFAULT_CONFIG))}`;
  const template = (name: string) => readFileSync(join(OPERATE, name), "utf8").replace(/^#.*\n/gm, "");
  if (schedule === "cron") {
    return { "quaketree.crontab": template("quaketree.crontab").replace(/quaketree rebuild .*? 2>&1/, () => `${run} 2>&1`) };
  }
  // Publishing to a folder also writes beside it.
  const written = [...new Set([dir, dirname(servedFolder(publish, dir))])].map(unitWord).join(" ");
  // These lines are one path each, without quotation marks.
  const path = (text: string) => text.replaceAll("%", "%%");
  const unit = (name: string, command: string) =>
    template(name)
      .replace(/^ExecStart=.*$/m, () => `ExecStart=${command}`)
      .replace(/^User=.*$/m, `User=${user}`)
      .replace(/^EnvironmentFile=.*$/m, () => `EnvironmentFile=-${path(join(dir, "environment"))}`)
      .replace(/^StateDirectory=.*\nStateDirectoryMode=.*$/m, () => `WorkingDirectory=${path(dir)}\nReadWritePaths=${written}`)
      .replace(/^ProtectHome=.*$/m, "ProtectHome=read-only");
  const serve = `${word(node)} ${word(program)} serve ${word(servedFolder(publish, dir))} --port ${portOf(url)} --metrics --log json`;
  return {
    "quaketree.service": unit("quaketree.service", run),
    "quaketree.timer": template("quaketree.timer"),
    ...(host === "node" && { "quaketree-serve.service": unit("quaketree-serve.service", serve) }),
  };
}

/** The folder that a server reads: of the tree, or where it is published. */
function servedFolder(publish: string | undefined, dir: string): string {
  return publish === undefined || isS3(publish) ? join(dir, TREE) : resolve(dir, publish);
}

/** The port on which Node serves. Behind TLS, and for an address without a port, a proxy asks it. */
function portOf(url = ""): string {
  return /^http:\/\/[^/]*:(\d+)(?:\/|$)/i.exec(url)?.[1] ?? "8080";
}

function remaining({ host, publish, url }: Choices, { schedule, dir }: Machine): string[] {
  const folder = shellWord(dir);
  const isAlreadyServed = (host === "node" && schedule === "systemd") || (host === "files" && isS3(publish ?? ""));
  const units = host === "node" ? "quaketree.timer quaketree-serve.service" : "quaketree.timer";
  const each =
    schedule === "cron"
      ? `(crontab -l 2>/dev/null; cat ${folder}/quaketree.crontab) | crontab -   # then it runs each minute`
      : `sudo cp ${folder}/quaketree*.service ${folder}/quaketree.timer /etc/systemd/system/ && sudo systemctl enable --now ${units}`;
  return [
    `  quaketree rebuild --config ${shellWord(join(dir, DEFAULT_CONFIG))}   # the first data, some minutes`,
    `  ${each}`,
    ...(isAlreadyServed ? [] : [`  then: ${HOSTS[host].next(shellWord(servedFolder(publish, dir)), portOf(url))} (docs/hosting)`]),
    ...(host === "node" && url !== undefined
      ? [`  then: ${url} has to lead to 127.0.0.1:${portOf(url)}; without a proxy, serve with --host 0.0.0.0`]
      : []),
  ];
}

const PLAIN = /^[\w./:@+,-]+$/;

function shellWord(path: string): string {
  return PLAIN.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** A path as a word of a command in a crontab, in which % would end the command. */
function cronWord(path: string): string {
  return shellWord(path).replaceAll("%", "\\%");
}

/** A path as a word in a unit of systemd (systemd.syntax, systemd.unit on %, systemd.service on $). */
function unitWord(path: string): string {
  if (PLAIN.test(path)) return path;
  return `"${path.replace(/["\\]/g, "\\$&").replaceAll("%", "%%").replaceAll("$", "$$$$")}"`;
}
