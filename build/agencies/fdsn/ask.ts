import { UserError } from "../../platform/error.ts";
import type { Reply } from "../../platform/http/ask.ts";
import type { Capture } from "../../platform/http/capture.ts";
import { oneLine } from "../../platform/one-line.ts";
import type { AgencyContext, Rejection } from "../../store/agency.ts";
import type { LeftOut, LiveEvent } from "../../store/records.ts";
import { addCounts, decode } from "../reading.ts";
import { type FdsnCapture, type FdsnReading } from "./capture.ts";
import { readEmsc } from "./emsc.ts";
import { halves, queryAddress, type Span } from "./query.ts";
import type { FdsnService } from "./service.ts";
import { isWholeText, readFdsnText } from "./text.ts";

/** A service as one run asks it. */
export interface Client {
  service: FdsnService;
  context: AgencyContext;
  /** Every address that was asked, in order. */
  asked: string[];
  /** Whether `limit` is sent: not after the service has refused it. */
  sendsLimit: boolean;
}

/** What a service answered to a question, in as many parts as it took. */
export interface Answer {
  rows: number;
  events: LiveEvent[];
  setAside: Rejection[];
  doubtful: LeftOut;
  /** Of every part. */
  bytes: Uint8Array[];
  /** Rows of the largest part that came: the service does not cut an answer that has fewer. */
  most: number;
}

interface Part extends FdsnCapture {
  bytes: Uint8Array;
}

/** Text, JSON, and what servers call either. */
const TYPES = /^(?:text\/(?:plain|csv)|application\/(?:geo\+json|json|octet-stream|csv))$/;

/**
 * Asks for all events of a span, or those that changed; in halves where one answer cannot hold them. A service may cut an
 * answer without a sign, at a number of its own. The largest answer is therefore checked at both ends: a service that has
 * more events there has cut it, and the span is asked for in halves that stay below that number.
 *
 * @throws UserError `capture-…`
 */
export async function askForSpan(
  client: Client,
  { span, updatedAfter }: { span: Span; updatedAfter: number | null },
): Promise<Answer> {
  const answer = emptyAnswer();
  const open = [span];
  let { cap } = client.service;
  for (let next = open.pop(); next; next = open.pop()) {
    const part = await askPart(client, next, updatedAfter);
    const isLargest = part !== null && part.rows >= answer.most;
    if (part) answer.most = Math.max(answer.most, part.rows);
    if (part && part.rows < cap && (part.total ?? 0) <= part.rows) {
      // Changes are asked for again when everything is, so that only that has to be shown to be complete.
      const isCut = updatedAfter === null && isLargest && (await hasMoreAtEnds(client, next, part));
      if (!isCut) {
        add(answer, part);
        continue;
      }
      cap = part.rows;
    }
    open.push(...split(client, next, updatedAfter));
  }
  return answer;
}

const SECOND_MS = 1000;

/**
 * Asks for the time around an event, between the nearest events before and after it that an answer lists.
 *
 * @param time of the event, ms since 1970 UTC
 * @returns the events of that time; null where the service does not show that it lists all of them
 * @throws UserError `capture-…`
 */
export async function askAround(
  client: Client,
  time: number,
  { events, most }: Pick<Answer, "events" | "most">,
): Promise<LiveEvent[] | null> {
  const near = events.toSorted((a, b) => Math.abs(a.time - time) - Math.abs(b.time - time));
  const before = near.find((event) => event.time <= time - SECOND_MS);
  const after = near.find((event) => event.time >= time + SECOND_MS);
  if (!before || !after) return null;
  const part = await askPart(client, { from: before.time - SECOND_MS, to: after.time + SECOND_MS }, null);
  if (!part || part.rows >= most || part.setAside.length > 0) return null;
  const ids = new Set(part.events.map(({ id }) => id));
  return ids.has(before.id) && ids.has(after.id) ? part.events : null;
}

/**
 * Reads an answer that was saved to a file.
 *
 * @throws UserError `capture-…`
 */
export async function readSaved({ service, context, asked }: Client): Promise<Answer> {
  const answer = emptyAnswer();
  asked.push(service.address);
  const reply: Reply = await context.ask(service.address, wanted(service));
  if (reply.kind === "content") add(answer, read(service, service.address, reply.capture, context));
  return answer;
}

/** One question. Null where the service finds the answer too large. */
async function askPart(client: Client, span: Span, updatedAfter: number | null): Promise<Part | null> {
  const { service, context, asked, sendsLimit } = client;
  const address = queryAddress(service, span, updatedAfter, sendsLimit);
  asked.push(address);
  const reply = await context.ask(address, {
    ...wanted(service),
    spacingMs: service.spacingMs,
    statuses: [400, 413],
  });
  if (reply.kind !== "content") return NOTHING;
  if (reply.status === 413) return null;
  if (reply.status === 200) return read(service, address, reply.capture, context);
  if (!sendsLimit) throw refused(service, address, reply.capture);
  // The service may not know the parameter, or not accept its value.
  client.sendsLimit = false;
  return askPart(client, span, updatedAfter);
}

/** Whether the service has events of the span beyond the oldest and the newest that an answer lists. */
async function hasMoreAtEnds(client: Client, { from, to }: Span, { events }: Part): Promise<boolean> {
  const [first, ...others] = events;
  if (!first) return false;
  const oldest = others.reduce((least, { time }) => Math.min(least, time), first.time);
  const newest = others.reduce((latest, { time }) => Math.max(latest, time), first.time);
  const ids = new Set(events.map(({ id }) => id));
  const ends: Span[] = [
    { from, to: oldest },
    { from: newest, to },
  ];
  for (const end of ends) {
    const part = await askPart(client, end, null);
    if (!part || part.events.some(({ id }) => !ids.has(id))) return true;
  }
  return false;
}

function wanted({ format }: FdsnService) {
  const accept = format === "json" ? "application/json, text/plain;q=0.5" : "text/plain";
  return { accept, types: TYPES, isWhole };
}

/** JSON ends in a brace; whether it ends in the right one the reader tells. */
function isWhole(bytes: Uint8Array): boolean {
  const end = decode(bytes.subarray(-256)).trimEnd();
  const isJson = decode(bytes.subarray(0, 256)).trimStart().startsWith("{");
  return isJson ? end.endsWith("}") : isWholeText(bytes);
}

/** Saved answers of a service may be of either format, whatever we would have asked for. */
function read(service: FdsnService, address: string, capture: Capture, context: AgencyContext): Part {
  const { bytes, retrievedAt } = capture;
  const { agency, quirks } = service;
  const reading: FdsnReading = { agency, where: address, retrievedAt, unreadableShare: context.unreadableShare };
  const isText = decode(bytes.subarray(0, 256)).trimStart().startsWith("#") || service.format === "text";
  return { ...(isText ? readFdsnText(bytes, reading, quirks) : readEmsc(bytes, reading)), bytes };
}

const NOTHING: Part = { rows: 0, events: [], setAside: [], doubtful: {}, bytes: new Uint8Array() };

function emptyAnswer(): Answer {
  return { rows: 0, events: [], setAside: [], doubtful: {}, bytes: [], most: 0 };
}

function add(answer: Answer, part: Part): void {
  answer.rows += part.rows;
  answer.events.push(...part.events);
  answer.setAside.push(...part.setAside);
  answer.bytes.push(part.bytes);
  addCounts(answer.doubtful, part.doubtful);
}

function split({ service, context, sendsLimit }: Client, span: Span, updatedAfter: number | null): [Span, Span] {
  const parts = halves(span, context.now());
  if (parts) return parts;
  const address = queryAddress(service, span, updatedAfter, sendsLimit);
  const reason = `${service.agency}: ${address} does not give all that there is, even of a minute`;
  throw new UserError("capture-truncated", reason);
}

function refused({ agency }: FdsnService, address: string, { bytes }: Capture): UserError {
  const said = oneLine(decode(bytes.subarray(0, 2000))).slice(0, 160);
  const hint = "check the address in the configuration: does the agency speak FDSN there?";
  return new UserError("capture-refused", `${agency}: ${address} answered 400: “${said}”`, hint);
}
