import { decodePercent } from "../contract/table/query-string.ts";

/** Where the service lies on a host. */
export const SERVICE_PATH = "/fdsnws/event/1";

/**
 * Whether a request is for a web service of FDSN. Whatever is below the folder belongs to it: ObsPy does not follow the redirect to a closing
 * slash, and cannot start where an unknown service is answered with a page.
 *
 * @param target path and query as received
 */
export function isFdsn(target: string): boolean {
  const { path } = splitTarget(target);
  return path === "/fdsnws" || path.startsWith("/fdsnws/");
}

/** The path, decoded where it can be, and the query as received. */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.replace(/^https?:\/\/[^/?]*/i, "");
  const mark = local.indexOf("?");
  const raw = mark < 0 ? local : local.slice(0, mark);
  return { path: decoded(raw), query: mark < 0 ? "" : local.slice(mark + 1) };
}

function decoded(path: string): string {
  if (!path.includes("%")) return path;
  try {
    return decodePercent(path);
  } catch {
    return path;
  }
}
