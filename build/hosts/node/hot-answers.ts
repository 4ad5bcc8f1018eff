import type { IncomingMessage } from "node:http";
import type { Headers } from "../../rewrite/reply.ts";
import { chooseEncoding } from "../accept-encoding.ts";
import type { LoadedTree } from "../load-tree.ts";

/** A whole response of 200, ready to be sent. */
interface HotAnswer {
  /** Names and values in turns, the length among them. */
  headers: readonly string[];
  body: Uint8Array;
}

/**
 * Responses of the loaded tree by what was asked, letter for letter. A request that is asked again in the very same words is
 * answered without being read: on the way to an answer that lies ready, reading the request costs the most.
 */
export interface HotAnswers {
  find: (tree: LoadedTree, key: string) => HotAnswer | undefined;
  keep: (tree: LoadedTree, key: string, headers: Headers, body: Uint8Array) => void;
}

/** What an answer costs besides its body, roughly. */
const OVERHEAD = 2048;
/** Longer requests are rare, and nobody may fill the memory with them. */
const LONGEST_KEY = 300;

/** @param limit bytes; when there are more, all are forgotten, since those that are asked for often come back at once */
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
      if (key.length > LONGEST_KEY || bytes > limit / 8) return;
      if (tree !== of || size + bytes > limit) forget(tree);
      const length = ["content-length", String(body.length)];
      held.set(key, { headers: [...Object.entries(headers).flat(), ...length], body });
      size += bytes;
    },
  };
}

const CONDITIONS = ["if-none-match", "if-match", "if-unmodified-since", "range"] as const;

/**
 * What an answer is kept by: everything that it may depend on, and nothing else, so that requests for one file have one key.
 * Undefined for a request with conditions, one not by GET, or a target in a form that is rare.
 */
export function hotKey({ method, url = "", headers }: IncomingMessage): string | undefined {
  if (method !== "GET" || hasConditions(headers)) return undefined;
  const form = acceptedForm(headers["accept-encoding"]);
  if (url.startsWith("/api/")) return `${form} ${url}`;
  // Another spelling of a path, which may be one of the API, would be another key for the same file.
  if (!url.startsWith("/") || url.includes("%")) return undefined;
  const mark = url.indexOf("?");
  return `${form} ${mark < 0 ? url : url.slice(0, mark)}`;
}

/** The encodings that a client would get of a file with both, with the one and with the other. */
function acceptedForm(header: string | undefined): string {
  const known = FORMS.get(header);
  if (known !== undefined) return known;
  const form = AVAILABLE.map((encodings) => chooseEncoding(header, encodings) ?? "plain").join();
  if (FORMS.size >= MOST_FORMS) FORMS.clear();
  FORMS.set(header, form);
  return form;
}

const AVAILABLE = [["br", "gzip"], ["br"], ["gzip"]] as const;
/** Forms by header: to read one takes longer than to look it up. */
const FORMS = new Map<string | undefined, string>();
const MOST_FORMS = 100;

/** Whether a request wants the answer only if, or only in part. */
export function hasConditions(headers: IncomingMessage["headers"]): boolean {
  return CONDITIONS.some((name) => headers[name] !== undefined);
}
