import { decodePercent, splitQuery, splitTarget } from "../contract/table/paths.ts";

/** The path of the service on a host. */
export const SERVICE_PATH = "/fdsnws/event/1";

/** Only digits and dots, because ObsPy converts the parts to integers. */
export const SERVICE_VERSION = "1.2.0";

/**
 * Whether a request belongs to the FDSN web services. This includes all paths below the folder: ObsPy does not follow
 * redirects to a trailing slash, and its start-up fails if the answer for an unknown service is an HTML page.
 *
 * @param target path and query as received
 */
export function isFdsn(target: string): boolean {
  const { path } = readTarget(target);
  return path === "/fdsnws" || path.startsWith("/fdsnws/");
}

/**
 * Whether a request that the rewrite refuses may be one for the archive: the list of earthquakes with a window of times, which are
 * no parameters of the rewrite.
 *
 * @param target path and query as received
 */
export function isArchiveQuery(target: string): boolean {
  const { path, query } = readTarget(target);
  return path === "/api/v1/earthquakes/" && splitQuery(query).some(({ name }) => name === "start" || name === "end");
}

/** The path of a request target, decoded if possible, and the query as received. */
export function readTarget(target: string): { path: string; query: string } {
  const { path, query = "" } = splitTarget(target);
  return { path: decoded(path), query };
}

function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodePercent(path);
  } catch {
    return path;
  }
}
