import { WITHDRAWN_FOR_MS } from "../contract/texts/vocabulary.ts";
import { type ApiRequest, type BodyReply, commonHeaders, type Headers, METHODS, preflight, type StreamReply } from "../rewrite/reply.ts";
import { findId } from "../rewrite/shards/ids.ts";
import type { Snapshot } from "../rewrite/snapshot.ts";
import type { FeedFeature } from "../store/feed-feature.ts";
import { type Archive, type OpenArchive, OtherFormatError } from "./archive/reader.ts";
import { failure, NO_ARCHIVE, TooLargeError } from "./failure.ts";
import { collectionClose, collectionOpen, createExtent, detailText } from "./formats/geojson.ts";
import { quakeml } from "./formats/quakeml.ts";
import { CSV_HEADER, csvRow, TEXT_HEADER, textRow } from "./formats/text.ts";
import { applicationJson, type Format, MOST_EVENTS, namesXml, usage, wadl } from "./parameter-table.ts";
import { RequestError, readParameters, type Values } from "./parameters.ts";
import { readTarget, SERVICE_PATH, SERVICE_VERSION } from "./path.ts";
import { countEvents, type FoundEvents, idIn, queryEvents, tooMany } from "./query.ts";

/** A request below `/fdsnws/`. */
export interface FdsnRequest extends ApiRequest {
  /** ms since 1970 UTC; error messages contain the time of the request. */
  now: number;
}

export interface FdsnSnapshot extends Pick<Snapshot, "record" | "asOf" | "pinned"> {
  /** A host that does not have them in memory reads them only for an unknown id. */
  ids: Snapshot["ids"] | (() => Promise<Snapshot["ids"]>);
}

export type FdsnReply = BodyReply | StreamReply;

/** A request, and what its answer is computed from. */
interface RequestContext {
  snapshot: FdsnSnapshot;
  request: FdsnRequest;
  path: string;
  query: string;
  archive: () => Promise<Archive>;
}

/**
 * The FDSN event service for the archive of a snapshot: FDSN Web Services 1.2 with the extensions of the USGS.
 *
 * @param open opens the archive
 * @returns a reply, streamed if it is large; the promise, or the stream, rejects with a SnapshotError if the tree is damaged or was
 *   replaced
 */
export async function fdsnReply(snapshot: FdsnSnapshot, request: FdsnRequest, open: OpenArchive): Promise<FdsnReply> {
  const { path, query } = readTarget(request.target);
  if (request.method === "OPTIONS") return preflight(snapshot);
  const context: RequestContext = { snapshot, request, path, query, archive: () => archiveOf(snapshot, open) };
  if (request.method !== "GET" && request.method !== "HEAD") {
    const reply = failure(snapshot, request, 405, `${request.method} is not allowed; allowed are ${METHODS}.`);
    return { ...reply, headers: { ...reply.headers, allow: METHODS } };
  }
  const method = path.startsWith(`${SERVICE_PATH}/`) ? path.slice(SERVICE_PATH.length + 1) : undefined;
  try {
    return await answer(context, path === SERVICE_PATH ? "" : method);
  } catch (error) {
    if (error instanceof NoArchiveError || error instanceof OtherFormatError) return failure(snapshot, request, 404, error.message);
    if (error instanceof RequestError) return refusal(context, 400, error.message);
    if (error instanceof TooLargeError) return refusal(context, 413, error.message);
    throw error;
  }
}

async function answer(context: RequestContext, method: string | undefined): Promise<FdsnReply> {
  const [, format] = /^query\.(\w+)$/.exec(method ?? "") ?? [];
  if (format !== undefined) return queryReply(context, readParameters(context.query, format));
  switch (method) {
    case "":
      return reply(context, "text/plain; charset=utf-8", usage());
    case "version":
      return reply(context, "text/plain", `${SERVICE_VERSION}\n`);
    case "application.wadl":
      return reply(context, "application/xml", wadl());
    case "catalogs":
      return reply(context, "application/xml", namesXml("Catalogs", "Catalog", (await context.archive()).words.catalogs));
    case "contributors": {
      const { contributors } = (await context.archive()).words;
      return reply(context, "application/xml", namesXml("Contributors", "Contributor", contributors));
    }
    case "application.json":
      return reply(context, "application/json", applicationJson(await context.archive()));
    case "query":
      return queryReply(context, readParameters(context.query));
    case "count":
      return countReply(context, readParameters(context.query));
    default:
      return failure(
        context.snapshot,
        context.request,
        404,
        `There is no ${JSON.stringify(context.path.slice(0, 80))}; the event service is at ${SERVICE_PATH}/.`,
      );
  }
}

async function queryReply(context: RequestContext, values: Values): Promise<FdsnReply> {
  const { snapshot } = context;
  const format = values.format ?? "xml";
  const found = await queryEvents(await context.archive(), values, snapshot.asOf);
  if (found.count === 0 && isNothing(format, values)) return nothing(context, values);
  const document = documentOf(format, found.count, context, values);
  const chunks = chunksOf(document, found);
  const { kind, status, headers } = reply(context, document.type, "");
  const begun: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { value, done } = await chunks.next();
    if (done) return wholeReply({ kind, status, headers }, begun);
    begun.push(value);
    size += value.length;
    if (size > STREAMED) return { kind: "stream", status: 200, headers, chunks: resumed(begun, chunks) };
  }
}

/** Larger bodies are streamed, bytes. */
const STREAMED = 262_144;

async function* resumed(begun: Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let chunk = begun.shift(); chunk; chunk = begun.shift()) yield chunk;
  yield* rest;
}

/** A document as it is written, from its beginning to its end. */
interface Document {
  type: string;
  open: string;
  item: (feature: FeedFeature) => string;
  /** Stands between two items. */
  between?: string;
  /** Called after all items. */
  close?: () => string;
}

async function* chunksOf({ open, item, between = "", close }: Document, { batches }: FoundEvents): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const found = batches();
  let before = open;
  // A `for await` would hold the events of a batch while its bytes wait for the client.
  const next = async () => {
    const { value, done } = await found.next();
    return done ? undefined : encoder.encode(before + value.map(item).join(between));
  };
  for (let bytes = await next(); bytes; bytes = await next()) {
    yield bytes;
    before = between;
  }
  yield encoder.encode((before === open ? open : "") + (close?.() ?? ""));
}

/** The same reply with its body in memory. */
export async function wholeFdsnReply(given: FdsnReply): Promise<BodyReply> {
  if (given.kind === "body") return given;
  const { status, headers, chunks } = given;
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return wholeReply({ kind: "body", status, headers }, parts);
}

function wholeReply(head: Omit<BodyReply, "body">, parts: readonly Uint8Array[]): BodyReply {
  const body = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return { ...head, body };
}

/**
 * Whether an empty result is answered as "no data". As at the USGS, formats with a header return an empty list instead,
 * unless `nodata` is given. An unknown event id is always "no data".
 */
function isNothing(format: Format, { nodata, eventid }: Values): boolean {
  return nodata !== undefined || eventid !== undefined || (format !== "geojson" && format !== "csv");
}

async function nothing(context: RequestContext, { nodata, eventid, format }: Values): Promise<BodyReply> {
  if (eventid !== undefined && (await isDeleted(context.snapshot, idIn(eventid))))
    return refusal(context, 409, `The event ${JSON.stringify(eventid.slice(0, 80))} has been deleted.`);
  if (nodata !== "404" && (eventid === undefined || format !== "geojson" || nodata === "204")) {
    return { kind: "body", status: 204, headers: commonHeaders(context.snapshot, "minute"), body: new Uint8Array(0) };
  }
  return refusal(context, 404, eventid === undefined ? "No event matches." : `There is no event ${JSON.stringify(eventid.slice(0, 80))}.`);
}

/** Whether an id is of an event that was deleted as recently as the API answers 410 for it. */
async function isDeleted({ ids, asOf }: FdsnSnapshot, id: string): Promise<boolean> {
  const target = findId(typeof ids === "function" ? await ids() : ids, id);
  return target?.kind === "withdrawn" && asOf - target.withdrawnAt <= WITHDRAWN_FOR_MS;
}

function documentOf(format: Format, count: number, context: RequestContext, values: Values): Document {
  switch (format) {
    case "text":
      return { type: "text/plain; charset=utf-8", open: TEXT_HEADER, item: textRow };
    case "csv":
      return { type: "text/csv; charset=utf-8", open: CSV_HEADER, item: csvRow };
    case "geojson":
      return { type: "application/json; charset=utf-8", ...geojson(context, count, values) };
    case "xml":
    case "quakeml":
      return { type: "application/xml; charset=utf-8", ...quakeml(context.snapshot.asOf) };
  }
}

function geojson({ snapshot, path, query }: RequestContext, count: number, values: Values): Omit<Document, "type"> {
  if (values.eventid !== undefined && count > 0) return { open: "", item: detailText };
  const head = {
    generated: snapshot.asOf,
    url: query === "" ? path : `${path}?${query}`,
    title: "USGS Earthquakes",
    status: 200,
    ...(values.limit !== undefined && { limit: values.limit, offset: values.offset }),
    count,
  };
  const extent = createExtent();
  const item = (feature: FeedFeature) => {
    extent.add(feature);
    return JSON.stringify(feature);
  };
  return { open: collectionOpen(head), item, between: ",\n", close: () => collectionClose(extent) };
}

async function countReply(context: RequestContext, values: Values): Promise<BodyReply> {
  const count = await countEvents(await context.archive(), values, context.snapshot.asOf);
  const error = count > MOST_EVENTS ? tooMany(count) : undefined;
  switch (values.format) {
    case "geojson":
      return reply(context, "application/json", JSON.stringify({ count, maxAllowed: MOST_EVENTS, ...(error && { error }) }));
    case "xml":
    case "quakeml": {
      const fault = error === undefined ? "" : `<error>${error}</error>`;
      const text = `<?xml version="1.0"?>\n<query><count>${count}</count><maxAllowed>${MOST_EVENTS}</maxAllowed>${fault}</query>\n`;
      return reply(context, "application/xml", text);
    }
    default:
      return reply(context, "text/plain", String(count));
  }
}

/** The tree has no archive, so the request itself is not wrong. */
class NoArchiveError extends Error {}

async function archiveOf({ record }: FdsnSnapshot, open: OpenArchive): Promise<Archive> {
  const { archive } = record.shards;
  if (!archive) throw new NoArchiveError(NO_ARCHIVE);
  return open(archive.map(({ path }) => path));
}

function reply({ snapshot }: RequestContext, type: string, text: string): BodyReply {
  const headers: Headers = {
    "content-type": type,
    ...commonHeaders(snapshot, "minute"),
    "last-modified": new Date(snapshot.asOf).toUTCString(),
  };
  return { kind: "body", status: 200, headers, body: new TextEncoder().encode(text) };
}

/**
 * An error in the requested form: with `jsonerror=true` an empty collection under status 200. The raw query is searched,
 * because other parameters may be invalid.
 */
function refusal(context: RequestContext, status: 400 | 404 | 409 | 413, message: string): BodyReply {
  if (!/(?:^|&)jsonerror=(?:true|t|yes|y|1)(?:&|$)/i.test(context.query))
    return failure(context.snapshot, context.request, status, message);
  const { snapshot, path, query } = context;
  const head = { generated: snapshot.asOf, url: `${path}?${query}`, title: "Search Error", status, count: 0, error: message };
  return reply(context, "application/json; charset=utf-8", collectionOpen(head) + collectionClose(createExtent()));
}
