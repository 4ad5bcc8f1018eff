/** Asks an agency for something, politely: with time-outs, bounded sizes, retries, and no faster than the agency likes. */
export type Ask = (address: string, options?: AskOptions) => Promise<Reply>;

export interface AskOptions {
  /** Media types that are wanted, for `Accept`; JSON unless said otherwise. */
  accept?: string;
  /** Answers of other media types are refused; JSON, plain text and unnamed bytes unless said otherwise. */
  types?: RegExp;
  /** Of the last answer to the same address: the agency may then say that nothing has changed. */
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Least time between the beginnings of two requests to this agency, ms. */
  spacingMs?: number;
  /** Statuses besides 200, 204 and 304 that are an answer rather than a refusal, such as 404 and 409 for one event. */
  statuses?: readonly number[];
  /** By origin: when it may be asked again, ms since 1970 UTC. Nobody is asked before, also where a redirect leads there. */
  closedUntil?: ReadonlyMap<string, number>;
  /** Whether the body is complete, where its bytes can tell; a body that is cut short is read again. */
  isWhole?: (bytes: Uint8Array) => boolean;
}

/** What an agency answered. */
export type Reply =
  | { kind: "content"; status: number; capture: Capture }
  /** 304: what we have is still right. */
  | { kind: "unchanged" }
  /** 204: there is nothing. */
  | { kind: "nothing" };

/** The bytes of one answer of an agency, not compressed. */
export interface Capture {
  bytes: Uint8Array;
  /** The address after redirects. */
  retrievedFrom: string;
  /** ms since 1970 UTC by our own clock. */
  retrievedAt: number;
  /** Media type without parameters, lower case; of a file: null. */
  type: string | null;
  etag?: string;
  /** As the server printed it. */
  lastModified?: string;
}
