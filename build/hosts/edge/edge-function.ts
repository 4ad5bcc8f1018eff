import { ENDPOINTS, endpoint } from "../../contract/table/endpoints.ts";
import { token } from "../../contract/table/paths.ts";
import { UserError } from "../../platform/error.ts";
import { preparedFile } from "../../platform/prepared-files.ts";
import { CODES, FORMER_CODES } from "../../rewrite/country-names.ts";
import { commonHeaders } from "../../rewrite/reply.ts";
import type { LoadedTree } from "../load-tree.ts";
import {
  allowedHere,
  countryCodes,
  noEventService,
  noQueryHere,
  notPrebuiltAt,
  type OwnReplies,
  ownHeaders,
  ownReplies,
  type Prebuilt,
  prebuilt,
  slowPattern,
  takesDays,
  takesQuery,
  textOf,
} from "./prebuilt.ts";

/** Edge runtimes that run a few kilobytes of code before the origin. */
type EdgeRuntime = "cloudfront" | "netlify";

/** Placeholder that `functions/mapping.js` replaces with the request. */
const SHOWN = "{shown}";

/**
 * The mapping from query to file, as a function for the edge of a content delivery network. It is the table of the tree's whole
 * answers, followed by the function for the runtime, which was prepared with the package.
 *
 * @throws UserError if the function is missing and cannot be made
 */
export async function edgeFunction(tree: LoadedTree, runtime: EdgeRuntime): Promise<string> {
  const table = literal(await edgeTable(tree, runtime));
  const text = new TextDecoder().decode(await preparedFile(`edge/${runtime}.js`));
  const head = text.indexOf("\n\n") + 1;
  return `${text.slice(0, head)}const TABLE=${table};${text.slice(head + 1)}`;
}

/** A JSON value as a short literal of ECMAScript 5.1, because the size of the function is limited. */
function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join()}]`;
  if (typeof value === "object" && value !== null) {
    const fields = Object.entries(value).filter(([, field]) => field !== undefined);
    return `{${fields.map(([name, field]) => `${/^[a-z]\w*$/i.test(name) ? name : quoted(name)}:${literal(field)}`).join()}}`;
  }
  if (typeof value === "boolean") return value ? "!0" : "!1";
  return typeof value === "string" ? quoted(value) : JSON.stringify(value);
}

/** Uses the quotation marks that need fewer escapes. */
function quoted(text: string): string {
  const double = JSON.stringify(text);
  const single = `'${double.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  return single.length < double.length ? single : double;
}

async function edgeTable(tree: LoadedTree, runtime: EdgeRuntime): Promise<unknown> {
  const replies = await ownReplies(tree);
  const { "cache-control": _, ...headers } = commonHeaders(undefined, "minute");
  // An endpoint without queries that have files takes no room: its file follows from its path.
  const queried = ENDPOINTS.filter((row) => takesQuery(row)).map((row) => prebuilt(row, tree.files));
  return {
    headers,
    errorCache: commonHeaders(undefined, "error")["cache-control"],
    slowCache: commonHeaders(undefined, "day")["cache-control"],
    ...(runtime === "netlify" && cacheTable(tree)),
    // CloudFront has room for few slugs.
    codes: countryCodes(tree, runtime === "netlify" ? CODES : FORMER_CODES.filter(([code]) => code.length === 2))
      .map((row) => row.join(":"))
      .join(" "),
    preflight: ownHeaders(replies.preflight),
    reasons: REASONS,
    ...(await texts(replies, runtime)),
    rows: Object.fromEntries(queried.filter(({ answers }) => answers.length > 0).map((found) => [found.endpoint.path, edgeRow(found)])),
    ...pageTable([...tree.files.keys(), ...UNINDEXED_PAGES]),
  };
}

/** How long files may be kept: Netlify does not read that from them. */
function cacheTable(tree: LoadedTree): object {
  return {
    cache: commonHeaders(undefined, "minute")["cache-control"],
    shardCache: commonHeaders(undefined, "immutable")["cache-control"],
    slow: slowPattern(tree.files.values()),
  };
}

/** A folder with more pages than this is in the table only by its name, so that the function stays small. */
const MAX_NAMED = 6;

interface PageTable {
  /** Addresses of single pages. */
  pages: string[];
  /** Folders with one page for each item. */
  folders: string[];
  /** Top-level folders of translations: every page in them also exists outside. */
  languages: string[];
}

function pageTable(files: readonly string[]): PageTable {
  const all = files.filter((path) => path.endsWith("/index.html")).map((path) => `/${path.slice(0, -"index.html".length)}`);
  const known = new Set(["/", ...all]);
  const tops = new Set(all.map((page) => page.split("/")[1] ?? ""));
  const languages = [...tops].filter((top) => {
    const under = all.filter((page) => page.startsWith(`/${top}/`));
    return under.length > 1 && under.every((page) => known.has(page.slice(top.length + 1)));
  });
  const pages = all.filter((page) => !languages.includes(page.split("/")[1] ?? ""));
  const inFolder = new Map<string, number>();
  for (const page of pages) inFolder.set(parentOf(page), (inFolder.get(parentOf(page)) ?? 0) + 1);
  const folders = [...inFolder].filter(([folder, count]) => folder !== "/" && count > MAX_NAMED).map(([folder]) => folder);
  return { pages: pages.filter((page) => !folders.includes(parentOf(page))), folders, languages };
}

/** `/countries/japan/` → `/countries/`. */
function parentOf(page: string): string {
  return page.slice(0, page.lastIndexOf("/", page.length - 2) + 1);
}

/** Pages that, like `snapshot.json`, are in no index. */
const UNINDEXED_PAGES = ["status/index.html"];

const REASONS = {
  204: "No Content",
  308: "Permanent Redirect",
  400: "Bad Request",
  404: "Not Found",
  405: "Not Allowed",
  501: "Not Implemented",
};

async function texts({ refused, malformed, unknownEndpoint, unknownFile, unknownValue }: OwnReplies, runtime: EdgeRuntime) {
  return {
    none: JSON.stringify(noQueryHere(SHOWN)),
    notPrebuilt: JSON.stringify(notPrebuiltAt("{path}", { given: SHOWN, allowed: "{has}", hint: "{hint}" })),
    nothing: allowedHere([]),
    some: allowedHere(["{lists}"]),
    refused: textOf(await refused(SHOWN)),
    noEvents: noEventService(SHOWN, "{now}"),
    ...notFoundTexts({
      malformed: textOf(malformed),
      noEndpoint: textOf(await unknownEndpoint(SHOWN)),
      noFile: textOf(unknownFile(SHOWN)),
      // CloudFront does not tell its function of a missing file.
      ...(runtime === "netlify" && {
        noCountry: textOf(await unknownValue(endpoint("country"), SHOWN)),
        noCode: textOf(await unknownValue(endpoint("country-risk"), SHOWN)),
      }),
    }),
  };
}

/** The common beginning of the problems is in the table once, as `notFound`. The rest of each problem is under its name. */
function notFoundTexts(texts: Record<string, string>): Record<string, string> {
  const [first = "", ...others] = Object.values(texts);
  let shared = first.length;
  while (!others.every((text) => text.startsWith(first.slice(0, shared)))) shared--;
  const rests = Object.entries(texts).map(([name, text]) => [name, text.slice(shared)]);
  return { notFound: first.slice(0, shared), ...Object.fromEntries(rests) };
}

/** An endpoint in the form that `functions/mapping.js` reads. */
function edgeRow(found: Prebuilt): unknown {
  const { endpoint: row, answers, parameters } = found;
  // The mapping can produce the file name of any combination, so every combination must exist.
  const combinations = parameters.map(({ parameter, values }) => values.length + (parameter.default === undefined ? 1 : 0));
  const possible = combinations.reduce((product, values) => product * values, 1);
  if (possible !== answers.length) {
    throw new UserError("tree-damaged", `the tree has ${answers.length} of ${possible} files of ${row.path}`, "build it again with --grid");
  }
  const free = new Map(parameters.map(({ parameter, values }) => [parameter.name, values.map(token)]));
  const listed = row.parameters.filter(({ name, aliasOf, default: preset }) => !aliasOf && (free.has(name) || preset !== undefined));
  const defaults = listed.flatMap(({ name, default: preset }) => (preset === undefined ? [] : [[name, String(preset)]]));
  return {
    id: row.id,
    values: Object.fromEntries(listed.map(({ name, default: preset }) => [name, free.get(name) ?? [String(preset)]])),
    defaults: Object.fromEntries(defaults),
    days: takesDays(row) || undefined,
  };
}
