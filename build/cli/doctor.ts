import { existsSync, mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { type AgencySettings, enabledAgencies } from "../config/agencies.ts";
import { DEFAULT_CONFIG, type Flags, type Settings, settingsOf } from "../config/config.ts";
import { DEFAULT_STORE, readStore } from "../pipeline/load/inputs.ts";
import { UserError } from "../platform/error.ts";
import { RequestFailure, send, USER_AGENT } from "../platform/http/client.ts";
import { PROGRAM_AND_VERSION } from "../platform/program.ts";
import { age, size, thousands } from "../platform/text.ts";
import { MINUTE_MS } from "../platform/time.ts";
import { readCooldowns } from "../store/cooldown.ts";
import { TEMPORARY } from "../store/store.ts";
import { type CliContext, contextOf, printResult } from "./context.ts";
import { EXIT } from "./exit-codes.ts";
import { problemsOf } from "./monitor/check.ts";
import { type Status, status } from "./monitor/read-status.ts";
import { CONFIG, example, JSON_OUT, OUT, STORE } from "./options.ts";

export function doctorCommand(command: Command): void {
  command
    .option(...CONFIG)
    .option(...STORE)
    .option(...OUT)
    .option("--offline", "do not check whether the agencies can be reached")
    .option(...JSON_OUT)
    .addHelpText("after", example("doctor --config quaketree.config.json"))
    .action(async ({ offline = false, ...options }: Flags & { offline?: boolean; json?: boolean }) => {
      const context = contextOf(options);
      const settings = settingsOf(options);
      const fetch = offline ? undefined : globalThis.fetch;
      await runDoctor({ settings, store: settings.store ?? DEFAULT_STORE, config: options.config, fetch }, context);
    });
}

export interface DoctorOptions {
  settings: Settings;
  /** Folder of the store. */
  store: string;
  /** The configuration file, as given. */
  config: string | undefined;
  /** Undefined: the agencies are not checked. */
  fetch: typeof globalThis.fetch | undefined;
}

/** Reports what is configured, readable, writable, reachable and current, with advice for each problem. Changes nothing. */
export async function runDoctor(options: DoctorOptions, context: CliContext): Promise<void> {
  const { now, end } = context;
  const { settings, store } = options;
  const found = await status(store, settings.out, settings);
  const findings = [
    ...configuration(options),
    ...(await storeFindings(store)),
    ...treeFindings(found, settings.out),
    ...problemsOf(found, now()).map(
      ({ kind, message, hint }): Finding => ({ level: kind === "stale" ? "stale" : "problem", about: "check", message, hint }),
    ),
    ...diskFindings(found, [store, settings.out]),
    ...(options.fetch ? await reachability(settings.agencies, options.fetch, await readCooldowns(store, now()), now) : []),
  ];
  const lineOf = ({ level, about, message, hint }: Finding) =>
    `${level.padEnd(7)}  ${about.padEnd(13)}  ${message}${hint === undefined ? "" : ` (${hint})`}`;
  printResult(context, { program: PROGRAM_AND_VERSION, node: process.version, findings }, () => [
    `${PROGRAM_AND_VERSION}, Node ${process.version}, ${process.platform}`,
    ...findings.map(lineOf),
  ]);
  if (findings.some(({ level }) => level === "problem")) end(EXIT.failed);
  else if (findings.some(({ level }) => level === "stale")) end(EXIT.stale);
}

function configuration({ settings, config }: DoctorOptions): Finding[] {
  const about = "configuration";
  const file = config ?? (existsSync(DEFAULT_CONFIG) ? DEFAULT_CONFIG : undefined);
  const keys = [...enabledAgencies(settings.agencies).keys()].join(", ");
  const findings: Finding[] = [
    ok(about, `${file ?? "no file, the defaults"}; agencies: ${keys || "none"}; a run is expected every ${settings.expected_interval_s} s`),
  ];
  if (settings.contact === undefined) {
    findings.push({ level: "note", about, message: "no contact", hint: "set contact, so that agencies can write before they block" });
  }
  for (const key of settings.awaiting_licence) {
    findings.push({ level: "note", about, message: `${key} is disabled: its licence is not accepted`, hint: "accept_licence: true" });
  }
  return findings;
}

async function storeFindings(dir: string): Promise<Finding[]> {
  if (!existsSync(dir)) {
    return [{ level: "note", about: "store", message: `no store at ${dir}`, hint: "`quaketree ingest` creates it" }];
  }
  const findings: Finding[] = [];
  try {
    await readStore(dir);
    findings.push(ok("store", `${dir}: ${size(bytesIn(dir))}; every state can be read`));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.push(problem("store", error.message, error.hint));
  }
  return [...findings, writable("store", dir, () => touch(join(dir, `doctor${TEMPORARY}${process.pid}`)))];
}

/** The next run removes a file of this name, if this process ends before it does. */
function touch(file: string): void {
  writeFileSync(file, "");
  rmSync(file);
}

function writable(about: string, dir: string, attempt: () => void): Finding {
  try {
    attempt();
    return ok(about, `${dir} can be written`);
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    return problem(about, `${dir} cannot be written: ${code}`, "free space, or give the user the right to write");
  }
}

function bytesIn(dir: string): number {
  const names = readdirSync(dir, { recursive: true, encoding: "utf8" });
  return names.reduce((sum, name) => sum + (statSync(join(dir, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}

function treeFindings({ tree }: Status, out: string): Finding[] {
  // The next tree is written beside the current one.
  const folder = nearestFolder(dirname(resolve(out)));
  const findings = [writable("tree", folder, () => rmdirSync(mkdtempSync(join(folder, ".quaketree-doctor-"))))];
  if (!tree || "fault" in tree) return findings;
  const { snapshot, sequence, files, bytes, program } = tree;
  const maker = program ?? "a version that trees do not name";
  const contents = `${thousands(files)} files, ${size(bytes)}`;
  const found = `${out}: snapshot ${snapshot}, number ${sequence}, by ${maker}; ${contents}`;
  return [ok("tree", found), ...findings];
}

function nearestFolder(path: string): string {
  return existsSync(path) ? path : nearestFolder(dirname(path));
}

/** A rebuild may write every file while the old tree still exists; with less free space there is no reserve, bytes. */
const MIN_FREE = 500e6;

function diskFindings({ tree }: Status, dirs: readonly string[]): Finding[] {
  const { files = 0, bytes = 0 } = tree && "files" in tree ? tree : {};
  // Compressed variants and older snapshots need about the same space again.
  const needed = { bytes: Math.max(MIN_FREE, 2 * bytes), files: 4 * files };
  const folders = dirs.map((dir) => ({ dir, folder: nearestFolder(resolve(dir)) }));
  const disks = new Map(folders.toReversed().map(({ dir, folder }) => [statSync(folder).dev, { dir, stat: statfsSync(folder) }]));
  const distinct = [...disks.values()];
  return distinct.map(({ dir, stat: { bavail, blocks, bsize, ffree, files: inodes } }) => {
    const free = bavail * bsize;
    const message = `the disk of ${dir} has ${size(free)} free of ${size(blocks * bsize)}, and ${thousands(ffree)} files`;
    // Some file systems do not count files.
    const isLow = free < needed.bytes || (inodes > 0 && ffree < needed.files);
    return isLow ? problem("disk", message, `a rebuild may need ${size(needed.bytes)}: free space`) : ok("disk", message);
  });
}

/** One result of `quaketree doctor`. */
export interface Finding {
  level: "ok" | "stale" | "problem" | "note";
  about: string;
  message: string;
  /** What to do. */
  hint?: string;
}

export function ok(about: string, message: string): Finding {
  return { level: "ok", about, message };
}

function problem(about: string, message: string, hint?: string): Finding {
  return { level: "problem", about, message, ...(hint !== undefined && { hint }) };
}

const TIMEOUT_MS = 10_000;
/** What a server answers that does not know HEAD. */
const NOT_IMPLEMENTED = 501;
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/** Sends one request to each server, and compares its clock with the local one. */
export async function reachability(
  settings: AgencySettings,
  fetch: typeof globalThis.fetch,
  closed: ReadonlyMap<string, number>,
  now: () => number,
): Promise<Finding[]> {
  const addresses = [...enabledAgencies(settings)].flatMap(([key, agency]) => addressesOf(agency).map((url) => ({ key, url })));
  const first = addresses.filter(
    ({ url }, at) => addresses.findIndex((other) => other.url.origin === url.origin) === at || url.protocol === "file:",
  );
  return Promise.all(
    first.map(async ({ key, url }) => {
      if (url.protocol === "file:") return savedFile(key, url);
      const until = closed.get(url.origin);
      if (until === undefined || until <= now()) return askServer(key, url, fetch, now);
      const message = `${key}: ${url.host} asked for no requests until ${new Date(until).toISOString()}`;
      return { level: "note", about: "network", message } satisfies Finding;
    }),
  );
}

/** What is requested of an agency. Its home page (`url`) is not. */
function addressesOf(agency: object): URL[] {
  const addresses = Object.entries(agency).flatMap(([key, value]: [string, unknown]) => (key === "url" ? [] : [value]));
  return addresses.flatMap((value) => (typeof value === "string" && /^(?:https?|file):/.test(value) ? [new URL(value)] : []));
}

function savedFile(key: string, url: URL): Finding {
  const path = fileURLToPath(url);
  if (existsSync(path)) return ok("network", `${key}: ${path} exists`);
  return problem("network", `${key}: there is no file ${path}`, "correct the address in the configuration");
}

async function askServer(key: string, url: URL, fetch: typeof globalThis.fetch, now: () => number): Promise<Finding> {
  const about = "network";
  const failed = (_: string, reason: string) => new UserError("unreachable", reason);
  try {
    const headers = { "user-agent": USER_AGENT };
    const request = { url, method: "HEAD", headers, limits: { totalMs: TIMEOUT_MS }, followsRedirects: true };
    const response = await send({ ...request, reports: { unreachable: failed, refused: failed } }, fetch);
    response.close();
    const behind = Date.parse(response.headers.get("date") ?? "") - now();
    if (Math.abs(behind) > CLOCK_TOLERANCE_MS) {
      const difference = age(Math.abs(behind)).replace(/ old$/, "");
      const message = `${key}: the clock of ${url.host} is ${difference} ${behind > 0 ? "ahead of" : "behind"} ours`;
      return problem("clock", message, "set the clock of this machine");
    }
    // It does not matter whether the server supports HEAD or has this path.
    if (response.status < 500 || response.status === NOT_IMPLEMENTED) return ok(about, `${key}: ${url.host} answers`);
    const message = `${key}: ${url.host} answers with status ${response.status}`;
    return { level: "stale", about, message, hint: "the agency has a fault: wait" };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const hint = "check the network, DNS, a firewall, and the address in the configuration";
    return problem(about, `${key}: ${url.host} cannot be reached: ${error.message}`, hint);
  }
}
