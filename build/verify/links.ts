import type { LoadedTree } from "../hosts/load-tree.ts";
import { staticReply } from "../hosts/static-file.ts";
import type { Reply } from "../rewrite/reply.ts";
import { respond } from "../rewrite/respond.ts";
import type { Fault } from "../tree/file.ts";
import { unindexedKind } from "../tree/unindexed.ts";
import { addressOf, anchorsOf, linksInManifest, linksInPage, linksInScript, linksInStyle } from "./links-markup.ts";

/** Collects the links of the files of a tree, then checks their targets. */
interface LinkCheck {
  /** Collects the links of a file. Never throws: other checks report malformed files. */
  gather: (path: string, bytes: Uint8Array) => void;
  /**
   * The broken links, each with the first file that has it.
   *
   * @param tree its answers are requested as from a host
   * @param read reads a file of the tree
   */
  faults: (tree: LinkedTree, read: (path: string) => Promise<Uint8Array | undefined>) => Promise<Fault[]>;
}

/** What a host knows about a tree. */
export type LinkedTree = Pick<LoadedTree, "snapshot" | "files">;

interface Found {
  /** The first file with the link, and the number of files. */
  file: string;
  files: number;
  anchors: Map<string, string>;
}

const OURS = "http://tree.invalid";

export function createLinkCheck(): LinkCheck {
  const targets = new Map<string, Found>();
  const resolve = createResolver();
  return {
    gather(path, bytes) {
      for (const link of new Set(linksIn(path, bytes))) note(targets, path, resolve(path, link));
    },
    async faults(tree, read) {
      const faults: Fault[] = [];
      for (const [target, found] of targets) {
        const wrong = await wrongWith(tree, target);
        if (wrong !== undefined) faults.push(fault(found.file, target, wrong, found.files - 1));
        else if (found.anchors.size > 0) faults.push(...(await anchorFaults(tree, target, found, read)));
      }
      return faults;
    },
  };
}

function fault(path: string, link: string, wrong: string, more = 0): Fault {
  const others = more > 0 ? ` (and so do ${more} other file${more === 1 ? "" : "s"})` : "";
  return { path, kind: "link", message: `leads to ${link}, which ${wrong}${others}` };
}

function linksIn(path: string, bytes: Uint8Array): string[] {
  try {
    return linksOf(path, () => new TextDecoder().decode(bytes));
  } catch {
    return [];
  }
}

function linksOf(path: string, text: () => string): string[] {
  if (path.endsWith("/openapi.json")) return linksInContract(text());
  if (/^(?:api|q|shards)\b.*\.json$/.test(path)) return linksInAnswer(JSON.parse(text()));
  if (path === "404.html") return linksInPage(withoutBase(text()));
  if (/\.(?:html|svg)$/.test(path)) return linksInPage(text());
  if (path.endsWith(".css")) return linksInStyle(text());
  if (path.endsWith(".js")) return linksInScript(text());
  return /\.webmanifest$|(?:^|\/)manifest\.json$/.test(path) ? linksInManifest(text()) : [];
}

/** The page for missing addresses is shown at any of them, so that its links begin with the path of the tree on its host. */
function withoutBase(page: string): string {
  const [, base = "/"] = /href="(\/[^"]*)assets\/style\.css"/.exec(page) ?? [];
  return page.replaceAll(`="${base}`, '="/');
}

interface Target {
  target: string;
  anchor: string;
}

/**
 * Resolves links. The result is undefined for other hosts, which are not checked, and for data in the address itself. Results are
 * cached: thousands of pages have the same links to the root, and parsing an address takes longer than finding the link.
 */
function createResolver(): (file: string, link: string) => Target | undefined {
  const known = new Map<string, Target | undefined>();
  return (file, link) => {
    const path = pathFromRoot(file, link);
    if (path === undefined) return resolveLink(OURS + addressOf(file), link);
    if (!known.has(path)) known.set(path, resolveLink(OURS, path));
    return known.get(path);
  };
}

/** `../../assets/a.css` of the page `countries/japan/index.html` is `/assets/a.css`; undefined for links that do not lead to the root. */
function pathFromRoot(file: string, link: string): string | undefined {
  if (link.startsWith("/")) return link;
  const [up = ""] = /^(?:\.\.\/)*(?!\.)/.exec(link) ?? [];
  return up !== "" && up.length === 3 * (file.split("/").length - 1) ? `/${link.slice(up.length)}` : undefined;
}

function resolveLink(base: string, link: string): Target | undefined {
  const url = URL.canParse(link, base) ? new URL(link, base) : undefined;
  return url?.origin === OURS ? { target: url.pathname + url.search, anchor: url.hash } : undefined;
}

function note(targets: Map<string, Found>, file: string, link: Target | undefined): void {
  if (!link) return;
  const { target, anchor } = link;
  const found = targets.get(target) ?? { file, files: 0, anchors: new Map() };
  targets.set(target, found);
  found.files++;
  if (isAnchor(anchor) && !found.anchors.has(anchor)) found.anchors.set(anchor, file);
}

/** A fragment with a value is a state for the script of a page: `#hours=720`. */
function isAnchor(hash: string): boolean {
  return hash.length > 1 && !hash.includes("=");
}

const MAX_HOPS = 4;

/** The fault of a link's target; undefined if a host would answer it. */
async function wrongWith(tree: LinkedTree, target: string): Promise<string | undefined> {
  let at = target;
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    const reply = await answer(tree, at);
    if (reply.kind === "pass") return "is not in the tree";
    if (reply.kind === "file") return isThere(tree, reply) ? undefined : `needs ${reply.path}, which is not in the tree`;
    const { status, headers } = reply;
    if (status < 300) return undefined;
    if (status >= 400) return REFUSALS[status] ?? `gets the status ${status}`;
    at = new URL(headers["location"] ?? "", OURS + at).href.slice(OURS.length);
  }
  return "is redirected too often";
}

const REFUSALS: Record<number, string> = {
  400: "is an invalid request (400)",
  404: "is not in the tree",
  410: "has been withdrawn (410)",
};

async function answer(tree: LinkedTree, target: string): Promise<Reply> {
  const reply = await respond(tree.snapshot, { method: "GET", target });
  return reply.kind === "pass" ? staticReply({ dir: "", identity: "", recordBytes: NOTHING, ...tree }, target) : reply;
}

const NOTHING = new Uint8Array();

type FileReply = Extract<Reply, { kind: "file" }>;

function isThere({ files }: LinkedTree, { path, bytes }: FileReply): boolean {
  // The index does not name the status, the change feed, the feeds and the data files: pages may link to them even if they are
  // absent.
  return bytes !== undefined || files.has(path) || unindexedKind(path) !== undefined;
}

async function anchorFaults(
  { files }: LinkedTree,
  target: string,
  { anchors }: Found,
  read: (path: string) => Promise<Uint8Array | undefined>,
): Promise<Fault[]> {
  const path = `${target.replace(/\?.*/, "").slice(1)}${target.endsWith("/") ? "index.html" : ""}`;
  if (!path.endsWith(".html") || !files.has(path)) return [];
  const there = anchorsOf(new TextDecoder().decode(await read(path)));
  return [...anchors]
    .filter(([anchor]) => !there.has(anchor.slice(1)) && !there.has(decoded(anchor.slice(1))))
    .map(([anchor, file]) => fault(file, `${target}${anchor}`, "has no such anchor"));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The links in an answer or a shard of records: addresses of this tree, and records that are named by id, slug or code.
 *
 * @param value the parsed JSON
 * @returns paths from the root of the tree, perhaps with duplicates
 */
export function linksInAnswer(value: unknown): string[] {
  const links: string[] = [];
  walk(value, "", links);
  return links;
}

/**
 * The OpenAPI document has addresses of every tree, and examples that may not exist in this one: only its documentation pages are
 * checked.
 */
export function linksInContract(text: string): string[] {
  return [...text.matchAll(/(?:\]\(|")(\/docs\/[^"\s)\\{}]*)/g)].map(([, link = ""]) => link);
}

type Named = Record<string, unknown>;

function walk(value: unknown, key: string, links: string[]): void {
  if (typeof value === "string") {
    if (ADDRESS.test(value) && key !== TEMPLATE_KEY) links.push(value);
    if (key === "plate" || key === "plates") links.push(`/api/v1/plates/${encodeURIComponent(value)}/`);
  } else if (Array.isArray(value)) {
    for (const one of value) walk(one, key, links);
  } else if (typeof value === "object" && value !== null) {
    named(value as Named, key, links);
    for (const [name, one] of Object.entries(value)) if (name !== "slug") walk(one, name, links);
  }
}

/** An address of this tree; a place or name that begins with a slash does not match. */
const ADDRESS = /^\/(?:[a-z0-9._~%#?&=-][a-z0-9./_~%#?&=-]*)?$/;

/** The key of templates in the list of endpoints: `/api/v1/plates/{slug}/`. */
const TEMPLATE_KEY = "path";

function named(record: Named, key: string, links: string[]): void {
  const { event_id: id, slug, iso2 } = record;
  const lead = (folder: string, name: unknown, rest = "") => {
    if (typeof name === "string") links.push(`/api/v1/${folder}/${encodeURIComponent(name)}/${rest}`);
  };
  if ("event_id" in record) {
    lead("earthquakes", id);
    lead("earthquakes", slug);
  } else if ("term" in record) lead("glossary", slug);
  else if ("iso2" in record || key === "country") {
    lead("countries", slug);
    lead("countries", iso2, "risk/");
  } else if ("code" in record) lead("plates", slug);
}
