import { UserError } from "../error.ts";
import type { AgencyContext, SetAside } from "./agency.ts";
import type { Capture, Reply } from "./ask.ts";
import { readEmsc } from "./emsc.ts";
import { decode, type FdsnCapture, type FdsnReading } from "./fdsn-capture.ts";
import { halves, queryAddress, type Span } from "./fdsn-query.ts";
import type { FdsnService } from "./fdsn-service.ts";
import { isWholeText, readFdsnText } from "./fdsn-text.ts";
import type { LeftOut, LiveEvent } from "./records.ts";

/** What a service answered to a question, in as many parts as it took. */
export interface Answer {
  rows: number;
  events: LiveEvent[];
  setAside: SetAside[];
  doubtful: LeftOut;
  /** Of every part. */
  bytes: Uint8Array[];
}

/** Text, JSON, and what servers call either. */
const TYPES = /^(?:text\/(?:plain|csv)|application\/(?:geo\+json|json|octet-stream|csv))$/;

/**
 * Asks for all events of a span, or those that changed; in halves where one answer can't hold them.
 *
 * @param asked gets every address that was asked
 * @throws UserError `capture-…`
 */
export async function askForSpan(
  service: FdsnService,
  { span, updatedAfter }: { span: Span; updatedAfter: number | null },
  context: AgencyContext,
  asked: string[],
): Promise<Answer> {
  const answer: Answer = { rows: 0, events: [], setAside: [], doubtful: {}, bytes: [] };
  const open = [span];
  let { limit } = service;
  for (let next = open.pop(); next; next = open.pop()) {
    const address = queryAddress(service, next, updatedAfter, limit);
    asked.push(address);
    const reply = await context.ask(address, {
      ...wanted(service),
      spacingMs: service.spacingMs,
      statuses: [400, 413],
    });
    if (reply.kind !== "content") continue;
    if (reply.status === 400 && limit !== null) {
      // The parameter itself, or its value, may be what the service does not like.
      limit = null;
      open.push(next);
      continue;
    }
    if (reply.status === 400) throw refused(service, address, reply.capture);
    const part = reply.status === 413 ? null : read(service, address, reply.capture, context);
    if (part && (limit === null || part.rows < limit)) add(answer, part, reply.capture);
    else open.push(...split(service, next, address, context.now()));
  }
  return answer;
}

/**
 * Reads an answer that was saved to a file.
 *
 * @throws UserError `capture-…`
 */
export async function readSaved(service: FdsnService, context: AgencyContext, asked: string[]): Promise<Answer> {
  const answer: Answer = { rows: 0, events: [], setAside: [], doubtful: {}, bytes: [] };
  asked.push(service.address);
  const reply: Reply = await context.ask(service.address, wanted(service));
  if (reply.kind === "content") add(answer, read(service, service.address, reply.capture, context), reply.capture);
  return answer;
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
function read(service: FdsnService, address: string, capture: Capture, context: AgencyContext): FdsnCapture {
  const { bytes, retrievedAt } = capture;
  const { agency, quirks } = service;
  const reading: FdsnReading = { agency, where: address, retrievedAt, unreadableShare: context.unreadableShare };
  const isText = decode(bytes.subarray(0, 256)).trimStart().startsWith("#") || service.format === "text";
  return isText ? readFdsnText(bytes, reading, quirks) : readEmsc(bytes, reading);
}

function add(answer: Answer, part: FdsnCapture, { bytes }: Capture): void {
  answer.rows += part.rows;
  answer.events.push(...part.events);
  answer.setAside.push(...part.setAside);
  answer.bytes.push(bytes);
  for (const [what, n] of Object.entries(part.doubtful)) answer.doubtful[what] = (answer.doubtful[what] ?? 0) + n;
}

function split({ agency }: FdsnService, span: Span, address: string, now: number): [Span, Span] {
  const parts = halves(span, now);
  if (parts) return parts;
  throw new UserError("capture-truncated", `${agency}: ${address} does not give all that there is, even of a minute`);
}

function refused({ agency }: FdsnService, address: string, { bytes }: Capture): UserError {
  const said = decode(bytes.subarray(0, 2000))
    .replaceAll(/[\s\p{C}]+/gu, " ")
    .trim()
    .slice(0, 160);
  const hint = "check the address in the configuration: does the agency speak FDSN there?";
  return new UserError("capture-refused", `${agency}: ${address} answered 400: “${said}”`, hint);
}
