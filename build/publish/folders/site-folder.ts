import { copyFileSync, linkSync } from "node:fs";
import { join } from "node:path";
import type { CacheClass } from "../../contract/table/endpoints.ts";
import { type LoadedTree, loadTree } from "../../hosts/load-tree.ts";
import { contentType } from "../../hosts/media-types.ts";
import { UserError } from "../../platform/error.ts";
import { makeFolder, NODE_FILE_SYSTEM } from "../../platform/file-system.ts";
import { thousands } from "../../platform/text.ts";
import { answerHeaders, commonHeaders } from "../../rewrite/reply.ts";
import { VARIANT_SUFFIX } from "../../tree/file.ts";
import { KEPT_SECTION } from "../../tree/index-section.ts";
import { refuseForeign } from "../../tree/inspect.ts";
import { lockedTree, treePaths } from "../../tree/tree-paths.ts";
import { UNINDEXED, unindexedFiles } from "../../tree/unindexed.ts";
import { readIndexed, readPlain } from "../plan.ts";
import type { Cache } from "../send.ts";
import type { ObjectHeaders } from "../target.ts";

/** The headers of a file of the tree in an object store. A variant has the type of its unpacked content. */
export function publishHeaders(path: string, cache: Cache): ObjectHeaders {
  const encoding = UNINDEXED.data.isFile(path) ? undefined : (["br", "gzip"] as const).find((one) => path.endsWith(VARIANT_SUFFIX[one]));
  const plain = encoding ? path.slice(0, -VARIANT_SUFFIX[encoding].length) : path;
  return {
    contentType: contentType(plain),
    cacheControl: commonHeaders(undefined, cache)["cache-control"] ?? "no-store",
    ...(encoding && { contentEncoding: encoding }),
  };
}

/** The platform's limit for the number of rules. */
const MAX_RULES = 100;

/** Files whose media type the platform does not know, or takes for another. */
const TYPED = ["/earthquakes/feed/*.geojson", "/data/*.parquet", "/assets/*.ts", "/assets/*.py"];

/** The `_headers` file: headers that the platform adds to the files that it serves itself. The platform sets its own ETag. */
export function assetHeaders({ snapshot, files }: Pick<LoadedTree, "snapshot" | "files">): string {
  const { "content-type": _, ...common } = answerHeaders(snapshot, "minute");
  const lines = Object.entries(common).map(([name, value]) => `  ${name}: ${value}`);
  const immutable = ["shards", "index", "archive", "assets/pages/shared"].map((folder) => cacheRule(`/${folder}/*`, "immutable"));
  const types = TYPED.map((path) => `${path}\n  content-type: ${contentType(path.slice(1))}`);
  const rules = [`/*\n${lines.join("\n")}`, ...immutable, ...types];
  const slow = [...files.values()].filter(({ path, cache }) => cache === "day" && !/^(?:api|q)\//.test(path));
  rules.push(...slow.slice(0, MAX_RULES - rules.length).map(({ path }) => cacheRule(`/${path}`, "day")));
  return `${rules.join("\n")}\n`;

  function cacheRule(path: string, cache: CacheClass): string {
    const value = answerHeaders(snapshot, cache)["cache-control"];
    // Without the first line, the platform would join the values of two rules.
    return `${path}\n  ! cache-control\n  cache-control: ${value}`;
  }
}

/**
 * Platforms that publish a folder with their own tools, and their limits. Cloudflare:
 * developers.cloudflare.com/pages/platform/limits (20,000 files, 100,000 on paid plans, 25 MiB each). GitHub: docs.github.com,
 * "GitHub Pages limits" (a site of 1 GB), and 100 MiB for a file in a repository.
 */
const SITE_PLATFORMS = {
  "cloudflare-pages": { files: 20_000, fileBytes: 25 * 1024 ** 2, siteBytes: Number.POSITIVE_INFINITY },
  "github-pages": { files: Number.POSITIVE_INFINITY, fileBytes: 100 * 1024 ** 2, siteBytes: 1_000_000_000 },
} as const;
export type SitePlatform = keyof typeof SITE_PLATFORMS;

interface SiteFolder {
  tree: string;
  /** Folder of the deployment; the result of an earlier call is replaced as a whole. */
  out: string;
  platform: SitePlatform;
  /** Overrides the limit of the platform. */
  maxFiles?: number | undefined;
}

interface WrittenSite {
  files: number;
  bytes: number;
  snapshot: LoadedTree["snapshot"]["record"];
  /** Limitations of the folder. */
  warnings: string[];
}

/**
 * Writes the folder that a platform's own tool uploads: the files of the tree as links, without compressed variants (both platforms
 * compress files themselves, and variants would count as files), and what the platform requires besides. A mirror can follow it: it
 * has shards of earlier snapshots, and the deltas if there is room for them.
 *
 * @throws UserError `site-too-large`, with advice; `out-not-a-tree`; for a missing or damaged tree
 */
export async function writeSiteFolder({ tree, out, platform, maxFiles }: SiteFolder): Promise<WrittenSite> {
  const loaded = await loadTree(tree);
  const own = ownFiles(loaded, platform);
  const [status, deltas] = [[UNINDEXED.status, UNINDEXED.changes, UNINDEXED.feeds, UNINDEXED.data], [UNINDEXED.deltas]].map((kinds) =>
    kinds.flatMap((kind) => unindexedFiles(NODE_FILE_SYSTEM, tree, kind)).filter((path) => readPlain(tree, path)),
  ) as [string[], string[]];
  const least = measure(loaded, own, status);
  refuseTooLarge(loaded, least, platform, maxFiles);
  const beside = [...status, ...deltas];
  const all = measure(loaded, own, beside);
  const fits = doesFit(all, platform, maxFiles);
  const written = fits ? all : least;
  const warnings = [
    ...packWarnings(loaded),
    ...(fits ? [] : ["the deltas are left out because of the file limit: mirrors fetch files instead"]),
  ];
  const fs = NODE_FILE_SYSTEM;
  const places = treePaths(fs, out);
  await lockedTree(fs, places, async () => {
    await refuseForeign(fs, places.out);
    // No host serves from this folder, so it is made again as a whole.
    const made = `${places.out}.next`;
    fs.remove(made);
    fill(loaded, fits ? beside : status, own, made);
    fs.remove(places.out);
    fs.rename(made, places.out);
  });
  return { ...written, warnings };
}

/** Packs need a host with the rewrite. */
function packWarnings({ snapshot }: LoadedTree): string[] {
  if (snapshot.packs === undefined) return [];
  return [
    "the details of small events are in packs, which the platform cannot open: /api/v1/earthquakes/{slug}/ of them is " +
      "not found, except by the JavaScript client, mirrors, and the Worker of `quaketree host worker`",
  ];
}

type Measured = Omit<WrittenSite, "warnings">;

function fill({ dir, files }: LoadedTree, beside: readonly string[], own: OwnFiles, staging: string): void {
  makeFolder(staging);
  for (const entry of files.values()) {
    readIndexed(dir, { entry, encoding: undefined });
    linkFile(dir, entry.path, staging);
  }
  for (const path of beside) linkFile(dir, path, staging);
  for (const [path, text] of own) NODE_FILE_SYSTEM.write(join(staging, path), text);
}

/** Links a file of a tree into another folder. Copies it if hard links are not possible. */
export function linkFile(dir: string, path: string, folder: string): void {
  const to = join(folder, path);
  makeFolder(join(to, ".."));
  try {
    linkSync(join(dir, path), to);
  } catch {
    copyFileSync(join(dir, path), to);
  }
}

type OwnFiles = ReadonlyMap<string, string>;

function ownFiles(loaded: LoadedTree, platform: SitePlatform): OwnFiles {
  const files = new Map<string, string>();
  if (platform === "cloudflare-pages") files.set("_headers", assetHeaders(loaded));
  // Otherwise GitHub would leave out names that begin with an underscore, and apply templates.
  else files.set(".nojekyll", "");
  return files;
}

/** @param beside paths of unindexed files */
function measure({ dir, snapshot, files }: LoadedTree, own: OwnFiles, beside: readonly string[]): Measured {
  const named = [...files.values()].reduce((sum, file) => sum + file.bytes, 0);
  const unnamed = beside.reduce((sum, path) => sum + (NODE_FILE_SYSTEM.stat(join(dir, path))?.size ?? 0), 0);
  return { files: files.size + own.size + beside.length, bytes: named + unnamed, snapshot: snapshot.record };
}

function doesFit({ files, bytes }: Measured, platform: SitePlatform, maxFiles: number | undefined): boolean {
  const limit = SITE_PLATFORMS[platform];
  return files <= (maxFiles ?? limit.files) && bytes <= limit.siteBytes;
}

function refuseTooLarge({ files, snapshot }: LoadedTree, written: Measured, platform: SitePlatform, maxFiles: number | undefined): void {
  const limit = SITE_PLATFORMS[platform];
  const most = maxFiles ?? limit.files;
  const kept = snapshot.record.index.find(({ name }) => name === KEPT_SECTION)?.files ?? 0;
  const many = manyFiles(files.keys(), kept);
  const large = [...files.values()].find(({ bytes }) => bytes > limit.fileBytes);
  if (large) throw tooLarge(platform, many, `${large.path} has ${large.bytes} bytes; ${limit.fileBytes} are allowed`);
  if (written.bytes > limit.siteBytes) {
    throw tooLarge(platform, many, `it has ${written.bytes} bytes; ${limit.siteBytes} are allowed`);
  }
  if (written.files <= most) return;
  const description = describeCounts(many);
  throw tooLarge(platform, many, `it has ${written.files} files${description && `, ${description}`}; ${most} are allowed`);
}

function tooLarge(platform: SitePlatform, many: FileCounts, how: string): UserError {
  const paid = platform === "cloudflare-pages" ? "--max-files 100000 on a paid plan; " : "";
  const ways = howToFit(many);
  const feed = 'a feed of fewer events ("agencies": {"usgs": {"feed": "…/2.5_month.geojson"}})';
  const hint = `${paid}${ways && `${ways}; `}${feed}, no grid, or an object store`;
  return new UserError("site-too-large", `the tree does not fit ${platform}: ${how}`, hint);
}

/** Numbers of files of the kinds that are many, for hosts with a file limit. */
interface FileCounts {
  /** Details of one event each. */
  details: number;
  /** Pages of one event each. */
  pages: number;
  /** Shards that no snapshot names any more, for readers of an older one. */
  kept: number;
}

const DETAIL = /^api\/v1\/earthquakes\/[^/]+\.json$/;
const PAGE = /^(?:[a-z-]+\/)?earthquakes\/[^/]+\/index\.html$/;

/** @param named paths of all files of the index @param kept how many of them are shards that are only kept */
export function manyFiles(named: Iterable<string>, kept: number): FileCounts {
  const many: FileCounts = { details: 0, pages: 0, kept };
  for (const path of named) {
    if (DETAIL.test(path)) many.details++;
    if (PAGE.test(path)) many.pages++;
  }
  return many;
}

/** As text, without the kinds that have none. */
export function describeCounts({ details, pages, kept }: FileCounts): string {
  const parts = [
    [details, "details of one event"],
    [pages, "pages of one event"],
    [kept, "shards of earlier snapshots"],
  ] as const;
  return parts.flatMap(([count, what]) => (count === 0 ? [] : [`${thousands(count)} of them ${what}`])).join(", ");
}

/** How to have fewer files: advice separated by semicolons, perhaps empty. */
export function howToFit({ details, pages, kept }: FileCounts): string {
  const ways = [
    details > 100 ? "build with --pack-events-below 4.5, which puts some twenty details into a file" : "",
    pages > 100 ? "build with --event-pages significant or none" : "",
    kept > 1_000 ? "build less often, or into a new folder, which has no shards of earlier snapshots" : "",
  ];
  return ways.filter((way) => way !== "").join("; ");
}
