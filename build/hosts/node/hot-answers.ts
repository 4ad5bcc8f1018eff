import type { IncomingMessage } from "node:http";
import type { Headers } from "../../rewrite/reply.ts";
import { chooseEncoding } from "../accept-encoding.ts";
import type { LoadedTree } from "../load-tree.ts";
import { PIECE } from "./bounded-connections.ts";

/** A complete response with status 200, ready to send. */
interface HotAnswer {
  /** Names and values in turn, including Content-Length. */
  headers: readonly string[];
  body: Uint8Array;
}

/**
 * Responses of the loaded tree, by the literal request. An identical request is answered without parsing, because parsing is the
 * most expensive step for a prepared answer.
 */
export interface HotAnswers {
  find: (tree: LoadedTree, key: string) => HotAnswer | undefined;
  keep: (tree: LoadedTree, key: string, headers: Headers, body: Uint8Array) => void;
}

/** Estimated overhead of an answer besides its body, bytes. */
const OVERHEAD = 2048;
/** Longer requests are not cached, so that clients cannot fill the memory with keys. */
const LONGEST_KEY = 300;

/**
 * Bodies that are sent in pieces are not kept.
 *
 * @param limit total size, bytes; a full cache is emptied, and frequent requests refill it at once
 */
export function createHotAnswers(limit: number): HotAnswers {
  const held = new Map<string, HotAnswer>();
  let of: LoadedTree | undefined;
  let size = 0;

  function forget(tree: LoadedTree): void {
    held.clear();
    size = 0;
    of = tree;
  }

  return {
    find: (tree, key) => (tree === of ? held.get(key) : undefined),
    keep(tree, key, headers, body) {
      const bytes = body.length + OVERHEAD;
      if (key.length > LONGEST_KEY || body.length > PIECE) return;
      if (tree !== of || size + bytes > limit) forget(tree);
      const length = ["content-length", String(body.length)];
      held.set(key, { headers: [...Object.entries(headers).flat(), ...length], body });
      size += bytes;
    },
  };
}

/**
 * The cache key: everything that the answer depends on and nothing else, so that equivalent requests share a key. Undefined for
 * conditional requests, for methods other than GET, and for unusual targets.
 */
export function hotKey({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || hasConditions(headers)) return undefined;
  const form = acceptedForm(headers["accept-encoding"]);
  if (url.startsWith("/api/")) return `${form} ${url}`;
  // A percent-encoded path would be a second key for the same file.
  if (!url.startsWith("/") || url.includes("%")) return undefined;
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
export function hasConditions(headers: IncomingMessage["headers"]): boolean {
  return (
    headers["if-none-match"] !== undefined ||
    headers["if-match"] !== undefined ||
    headers["if-unmodified-since"] !== undefined ||
    headers.range !== undefined
  );
}
