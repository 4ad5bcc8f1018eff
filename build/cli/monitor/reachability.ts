import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type AgencySettings, enabledAgencies } from "../../config/agencies.ts";
import { UserError } from "../../platform/error.ts";
import { RequestFailure, send, USER_AGENT } from "../../platform/http/client.ts";
import { age } from "../../platform/text.ts";
import { MINUTE_MS } from "../../platform/time.ts";

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
  return {
    level: "problem",
    about: "network",
    message: `${key}: there is no file ${path}`,
    hint: "correct the address in the configuration",
  };
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
      return { level: "problem", about: "clock", message, hint: "set the clock of this machine" };
    }
    // It does not matter whether the server supports HEAD or has this path.
    if (response.status < 500 || response.status === NOT_IMPLEMENTED) return ok(about, `${key}: ${url.host} answers`);
    return {
      level: "stale",
      about,
      message: `${key}: ${url.host} answers with status ${response.status}`,
      hint: "the agency has a fault: wait",
    };
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const hint = "check the network, DNS, a firewall, and the address in the configuration";
    return { level: "problem", about, message: `${key}: ${url.host} cannot be reached: ${error.message}`, hint };
  }
}
