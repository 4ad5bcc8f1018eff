import { unreachableTarget } from "../../origins/s3/errors.ts";
import { type S3Response, type S3Settings, s3Request } from "../../origins/s3/request.ts";
import type { Listed, ObjectHeaders, PutCondition, Target } from "../target.ts";
import { parseList } from "./list.ts";

/** An S3-compatible object store: Amazon's, R2, MinIO, Garage, Ceph, … Every object is written in one piece, which S3 does atomically. */
export function createS3Target(settings: S3Settings): Target {
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
    // The answer to an attempt that was carried out may have been lost: then it is our own object that is in the way.
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
    list: (prefix) => listAll(prefix, settings),
  };
}

const NOTE = "x-amz-meta-quaketree";
const CONFLICT = 412;
/** How some stores say that what was to be replaced is not there. */
const GONE = 404;
/** How stores say that they know no conditional writes. */
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

/** By the clock of the store at both ends; 0 where it does not say. */
function ageOf(headers: Headers): number {
  const age = Date.parse(headers.get("date") ?? "") - Date.parse(headers.get("last-modified") ?? "");
  return Number.isNaN(age) ? 0 : Math.max(0, age);
}

async function listAll(prefix: string, settings: S3Settings): Promise<Listed[]> {
  const { address } = settings;
  const all: Listed[] = [];
  let token: string | undefined;
  do {
    const query = { "list-type": "2", prefix: address.prefix + prefix, ...(token && { "continuation-token": token }) };
    const { bytes, headers } = await s3Request({ method: "GET", key: "", query }, settings);
    const now = Date.parse(headers.get("date") ?? "");
    const page = parse(bytes, address.name);
    for (const { key, modified, ...rest } of page.objects) {
      const age = Math.max(0, (Number.isNaN(now) ? settings.now() : now) - modified);
      all.push({ ...rest, path: key.slice(address.prefix.length), age });
    }
    token = page.next;
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
