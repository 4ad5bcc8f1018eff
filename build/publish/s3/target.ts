import { xmlUnescaped } from "../../platform/text.ts";
import { pathFault } from "../../tree/file.ts";
import { type S3Response, type S3Settings, s3Request, unreachableTarget } from "../../tree/origins/s3/request.ts";
import type { Listed, ObjectHeaders, PutCondition, Target } from "../target.ts";

/**
 * An S3-compatible object store: Amazon's, R2, MinIO, Garage, Ceph, … Every object is written in one piece, which S3 does atomically.
 *
 * @param mostPages of a listing; a longer one is an error
 */
export function createS3Target(settings: S3Settings, mostPages = MOST_PAGES): Target {
  const { address } = settings;
  const keyOf = (path: string) => address.prefix + path;
  const get: Target["get"] = async (path, maxBytes) => {
    const response = await s3Request({ method: "GET", key: keyOf(path), also: [404], maxBytes }, settings);
    const { status, headers, bytes } = response;
    if (status === 404) return undefined;
    return { bytes, etag: headers.get("etag") ?? "", age: ageOf(headers), note: headers.get(NOTE) ?? undefined };
  };
  const put: Target["put"] = async (path, bytes, headers, condition) => {
    const request = { method: "PUT", key: keyOf(path), body: bytes } as const;
    const all = { ...headersOf(headers), ...conditionOf(condition) };
    const also = condition ? [CONFLICT, GONE, ...UNKNOWN] : [];
    const response = await s3Request({ ...request, headers: all, also }, settings);
    if (UNKNOWN.includes(response.status)) {
      return { etag: etagOf(await s3Request({ ...request, headers: headersOf(headers) }, settings)) };
    }
    if (response.status < 300) return { etag: etagOf(response) };
    // If the response of an attempt was lost, the object in the way is our own.
    const there = response.again ? await get(path, bytes.length + 1).catch(() => undefined) : undefined;
    return there?.bytes.equals(bytes) ? { etag: there.etag } : "conflict";
  };
  return {
    name: address.name,
    get,
    put,
    async copy(from, to, headers) {
      const source = `/${address.bucketName}/${keyOf(from)}`;
      const how = { "x-amz-copy-source": source, "x-amz-metadata-directive": "REPLACE" };
      const all = { ...headersOf(headers), ...how };
      const { status } = await s3Request({ method: "PUT", key: keyOf(to), headers: all, also: [404] }, settings);
      return status !== 404;
    },
    async remove(path) {
      await s3Request({ method: "DELETE", key: keyOf(path), also: [404] }, settings);
    },
    list: (prefix) => listAll(prefix, settings, mostPages),
  };
}

const NOTE = "x-amz-meta-quaketree";
const CONFLICT = 412;
/** The status of some stores if the object to replace is missing. */
const GONE = 404;
/** The status of stores without conditional writes. */
const UNKNOWN: readonly number[] = [501];

function headersOf({ contentType, cacheControl, contentEncoding, note }: ObjectHeaders): Record<string, string> {
  return {
    "content-type": contentType,
    "cache-control": cacheControl,
    ...(contentEncoding && { "content-encoding": contentEncoding }),
    ...(note !== undefined && { [NOTE]: note }),
  };
}

function conditionOf(condition: PutCondition | undefined): Record<string, string> {
  if (condition === undefined) return {};
  return condition === "absent" ? { "if-none-match": "*" } : { "if-match": condition.etag };
}

function etagOf({ headers }: S3Response): string {
  return headers.get("etag") ?? "";
}

/** By the clock of the store at both ends; 0 if it does not state them. */
function ageOf(headers: Headers): number {
  const age = Date.parse(headers.get("date") ?? "") - Date.parse(headers.get("last-modified") ?? "");
  return Number.isNaN(age) ? 0 : Math.max(0, age);
}

/** A page has up to 1,000 objects; a tree of a million files with variants has fewer than this many pages. */
const MOST_PAGES = 5_000;

/**
 * The objects below the prefix whose keys are paths of a tree. Other objects are ignored: `..` in a key
 * would lead out of the prefix, or out of the bucket.
 */
async function listAll(prefix: string, settings: S3Settings, mostPages: number): Promise<Listed[]> {
  const { address } = settings;
  const all: Listed[] = [];
  const tokens = new Set<string>();
  let token: string | undefined;
  do {
    const query = { "list-type": "2", prefix: address.prefix + prefix, ...(token && { "continuation-token": token }) };
    const { bytes, headers } = await s3Request({ method: "GET", key: "", query }, settings);
    const now = Date.parse(headers.get("date") ?? "");
    const page = parse(bytes, address.name);
    for (const { key, modified, ...rest } of page.objects) {
      const path = key.slice(address.prefix.length);
      if (!key.startsWith(address.prefix + prefix) || pathFault(path)) continue;
      const age = Math.max(0, (Number.isNaN(now) ? settings.now() : now) - modified);
      all.push({ ...rest, path, age });
    }
    token = page.next;
    if (token !== undefined && (tokens.has(token) || tokens.size === mostPages)) {
      throw unreachableTarget(`the list of ${address.name}`, `it has no end: page ${tokens.size + 1} leads to another`);
    }
    if (token !== undefined) tokens.add(token);
  } while (token !== undefined);
  return all;
}

function parse(bytes: Buffer, name: string) {
  try {
    return parseList(bytes.toString("utf8"));
  } catch (error) {
    throw unreachableTarget(`the list of ${name}`, (error as Error).message);
  }
}

interface ListPage {
  objects: { key: string; bytes: number; etag: string; modified: number }[];
  /** The token for the next page; undefined on the last. */
  next: string | undefined;
}

/**
 * Reads the answer to `ListObjectsV2`. It always has the same shape, so regular expressions are enough; any other shape is an error
 * and never a shorter list.
 *
 * @throws Error with the reason
 */
export function parseList(xml: string): ListPage {
  if (!/<\/ListBucketResult>\s*$/.test(xml)) throw new Error("is not a complete listing");
  const [, ...blocks] = xml.split("<Contents>");
  const next = field(xml, "NextContinuationToken");
  if (field(xml, "IsTruncated") === "true" && next === undefined) throw new Error("is truncated, but has no continuation token");
  return { objects: blocks.map(parseObject), next: field(xml, "IsTruncated") === "true" ? next : undefined };
}

function parseObject(block: string): ListPage["objects"][number] {
  const end = block.indexOf("</Contents>");
  if (end < 0) throw new Error("has a broken entry");
  const entry = block.slice(0, end);
  const key = field(entry, "Key");
  const etag = field(entry, "ETag");
  const bytes = Number(field(entry, "Size") ?? Number.NaN);
  const modified = Date.parse(field(entry, "LastModified") ?? "");
  if (key === undefined || !Number.isSafeInteger(bytes) || Number.isNaN(modified)) throw new Error("has a broken entry");
  return { key, bytes, etag: quoted(etag ?? ""), modified };
}

/** Some stores omit the quotes of an ETag. */
function quoted(etag: string): string {
  return etag.startsWith('"') ? etag : `"${etag}"`;
}

function field(xml: string, name: string): string | undefined {
  const found = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return found === undefined ? undefined : xmlUnescaped(found);
}
