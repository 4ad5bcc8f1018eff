import type { IncomingMessage } from "node:http";
import { chooseEncoding, type HostReply } from "../file-answer.ts";
import type { LoadedTree } from "../load-tree.ts";
import { PIECE } from "./bounded-connections.ts";

/** A complete response with status 200, ready to send. */
interface HotAnswer {
  /** Names and values in turn, including Content-Length. */
  headers: readonly string[];
  body: Uint8Array;
}

/**
 * Responses of the loaded tree, by the literal request. A request that comes again is answered without parsing, because parsing is
 * the most expensive step for a prepared answer. A response is kept at its second request: a client that requests everything once
 * does not evict the answers that others need.
 */
export interface HotAnswers {
  find: (tree: LoadedTree, key: string) => HotAnswer | undefined;
  keep: (tree: LoadedTree, key: string, reply: HostReply) => void;
}

/** Estimated overhead of an answer besides its body, bytes. */
const OVERHEAD = 2048;
/** Longer requests are not cached, so that clients cannot fill the memory with keys. */
const LONGEST_KEY = 300;
/** Number of requests that are remembered after they came once. */
const REMEMBERED = 4096;

/**
 * Bodies that are sent in pieces are not kept.
 *
 * @param limit total size, bytes; a full cache is emptied, and frequent requests refill it at once
 */
export function createHotAnswers(limit: number): HotAnswers {
  const held = new Map<string, HotAnswer>();
  const seen = new Set<string>();
  let of: LoadedTree | undefined;
  let size = 0;

  function forget(tree: LoadedTree): void {
    held.clear();
    size = 0;
    of = tree;
  }

  function isRepeated(key: string): boolean {
    if (seen.has(key)) return true;
    if (seen.size >= REMEMBERED) seen.clear();
    seen.add(key);
    return false;
  }

  return {
    find: (tree, key) => (tree === of ? held.get(key) : undefined),
    keep(tree, key, reply) {
      if (reply.kind !== "body" || reply.status !== 200) return;
      const bytes = reply.body.length + OVERHEAD;
      if (key.length > LONGEST_KEY || reply.body.length > PIECE || !isRepeated(key)) return;
      if (tree !== of || size + bytes > limit) forget(tree);
      held.set(key, { headers: Object.entries(reply.headers).flat(), body: reply.body });
      size += bytes;
    },
  };
}

/** Answers that do not follow from the loaded tree alone. */
const OF_OTHERS = /^\/(?:s|fdsnws|healthz)(?:[/?]|$)/;

/**
 * The cache key: everything that the answer depends on and nothing else, so that equivalent requests share a key. Undefined for
 * conditional requests, for methods other than GET, and for unusual targets.
 */
export function hotKey({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || hasConditions(headers)) return undefined;
  const form = acceptedForm(headers["accept-encoding"]);
  if (url.startsWith("/api/")) return `${form} ${url}`;
  // A percent-encoded path would be a second key for the same file.
  if (!url.startsWith("/") || url.includes("%") || OF_OTHERS.test(url)) return undefined;
  const mark = url.indexOf("?");
  return `${form} ${mark < 0 ? url : url.slice(0, mark)}`;
}

/** The encodings that a client would get for a file that has both variants, only Brotli, or only gzip. */
function acceptedForm(header: string | undefined): string {
  const known = FORMS.get(header);
  if (known !== undefined) return known;
  const form = AVAILABLE.map((encodings) => chooseEncoding(header, encodings) ?? "plain").join();
  if (FORMS.size >= MAX_FORMS) FORMS.clear();
  FORMS.set(header, form);
  return form;
}

const AVAILABLE = [["br", "gzip"], ["br"], ["gzip"]] as const;
/** Results by header value, because the look-up is cheaper than parsing. */
const FORMS = new Map<string | undefined, string>();
const MAX_FORMS = 100;

/** Whether the request is conditional or asks for a range. */
function hasConditions(headers: IncomingMessage["headers"]): boolean {
  return (
    headers["if-none-match"] !== undefined ||
    headers["if-match"] !== undefined ||
    headers["if-unmodified-since"] !== undefined ||
    headers.range !== undefined
  );
}
