import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { UserError } from "../error.ts";
import type { Origin } from "../tree/origin.ts";
import { createFolderOrigin } from "./folder.ts";
import { createHttpOrigin } from "./http.ts";

/** Whether what a person wrote is an address rather than a path. */
export function isAddress(given: string): boolean {
  return /^(?:https?|file):/i.test(given);
}

/**
 * The origin that a person named: an `http:`, `https:` or `file:` address, or a folder.
 *
 * @throws UserError `usage`
 */
export function openOrigin(given: string): Origin {
  if (!isAddress(given)) {
    if (/^[a-z][a-z0-9+.-]+:\/\//i.test(given)) throw notAnAddress(given);
    return createFolderOrigin(resolve(given));
  }
  if (!URL.canParse(given)) throw notAnAddress(given);
  const base = new URL(given);
  if (base.protocol === "file:") return createFolderOrigin(fileURLToPath(base));
  if (base.username || base.password || base.search || base.hash) throw notAnAddress(base.origin + base.pathname);
  base.pathname = base.pathname.replace(/(?:\/|\/snapshot\.json)?$/, "/");
  return createHttpOrigin({ base, fetch: globalThis.fetch, sleep: delay, random: Math.random, now: Date.now });
}

function notAnAddress(given: string): UserError {
  const hint = "it has to be like https://quakes.example/, without name, password or query, or a folder";
  return new UserError("usage", `${JSON.stringify(given)} is not the address of a tree`, hint);
}
