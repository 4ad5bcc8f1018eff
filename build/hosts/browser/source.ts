/** The state of the data that an answer was made of. Undefined if the host does not say. */
export interface SnapshotInfo {
  /** 16 hex digits; equal ids mean equal answers. */
  id: string | undefined;
  /** ISO 8601, UTC: the end of every time window of the answer. */
  as_of: string | undefined;
}

/** A response before parsing. */
export interface RawAnswer {
  status: number;
  contentType: string;
  etag: string | undefined;
  link: string | undefined;
  snapshot: SnapshotInfo;
  bytes: Uint8Array;
}

/**
 * A source of answers: an API host, or a tree with the rewrite.
 *
 * @param target path and query, `/api/…`
 * @throws QuaketreeError; the reason of the signal
 */
export type Source = (target: string, signal: AbortSignal | undefined) => Promise<RawAnswer>;

/** The part of `fetch` that is used. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

/** Rejects when the signal is aborted; shared work continues. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
