import path from "node:path";
import { edgeFunction } from "../hosts/edge/edge-function.ts";
import { nginxConfiguration } from "../hosts/edge/nginx.ts";
import { nginxIds } from "../hosts/edge/nginx-ids.ts";
import { type LoadedTree, loadTree } from "../hosts/load-tree.ts";
import { UserError } from "../platform/error.ts";
import type { HostKind, HostOptions } from "./options.ts";

/**
 * The configuration, or the function, with which another server answers from a tree.
 *
 * @throws UserError for a missing or damaged tree, and for an option that cannot be written into a configuration
 */
export async function hostConfiguration(
  kind: HostKind,
  options: HostOptions & { dir: string },
  warn: (message: string) => void = () => {},
): Promise<string> {
  checkListen(options.listen);
  const proxy = options.proxy === undefined ? undefined : originOf(options.proxy);
  const root = checkedPath(options.dir);
  const ids = options.ids === undefined ? undefined : checkedPath(options.ids);
  const tree = await loadTree(options.dir);
  if (tree.snapshot.packs !== undefined && proxy === undefined && kind !== "nginx-ids") warn(PACKS[kind]);
  return configuration(kind, tree, { ...options, root, proxy, ids });
}

/** What hosts that only rewrite URLs say of an event whose details are in a pack. */
const PACKS = {
  nginx:
    "the details of small events are in packs, which nginx cannot open: they are answered 400, not-prebuilt; --proxy asks a host that can",
  cloudfront:
    "the details of small events are in packs, which a function at the edge cannot open: the store has no file of them, and says so",
  netlify: "the details of small events are in packs, which a function at the edge cannot open: they are answered 404",
} as const;

function configuration(
  kind: HostKind,
  tree: LoadedTree,
  options: Parameters<typeof nginxConfiguration>[1],
): Promise<string> | string {
  switch (kind) {
    case "nginx-ids":
      return nginxIds(tree.snapshot);
    case "cloudfront":
    case "netlify":
      return edgeFunction(tree, kind);
    case "nginx":
      return nginxConfiguration(tree, options);
  }
}

function checkListen(listen: string): void {
  if (/^(?:[\w.-]+:|\[[0-9a-f:]+\]:)?\d{1,5}$/i.test(listen)) return;
  throw new UserError("usage", `--listen is ${JSON.stringify(listen)}`, "it has to be a port, or address:port");
}

/** Scheme, host and port: a path would be put before every path of the API. */
function originOf(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && /^https?:$/.test(parsed.protocol) && parsed.pathname === "/" && !parsed.search) return parsed.origin;
  throw new UserError("usage", `--proxy is ${JSON.stringify(url)}`, "it has to be like http://127.0.0.1:8081");
}

/** nginx knows no way to write some characters; a path of others needs no escaping in any configuration. */
function checkedPath(given: string): string {
  const absolute = path.resolve(given);
  if (/^[\w./@+,:~ -]+$/.test(absolute)) return absolute;
  throw new UserError(
    "usage",
    `the path ${absolute} cannot be written into a configuration`,
    "move it to a plain path",
  );
}
