import type { Problem } from "../../contract/wire/problem.ts";

/** The snapshot from which an answer was made. A field is undefined if the host does not state it. */
export interface SnapshotInfo {
  /** 16 hex digits. Equal ids mean equal answers. */
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

/** Rejects when the signal is aborted. Work that other callers share continues. */
export function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort);
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

/**
 * An answer that is a problem document (RFC 9457): for an invalid parameter, an unknown address, or a withdrawn earthquake. It
 * is the same for an API host and for a plain tree.
 *
 * @example
 * try {
 *   await client.recent({ limit: 1000 });
 * } catch (error) {
 *   if (error instanceof QuaketreeProblem) console.log(error.status, error.problem.errors);
 * }
 */
export class QuaketreeProblem extends Error {
  /** `problem` for every kind of problem; `problem.type` distinguishes the kinds. */
  readonly code = "problem";
  /** The HTTP status. */
  readonly status: number;
  /** The document as received. */
  readonly problem: Problem;
  /** The snapshot that answered. A field is undefined if the host did not state it. */
  readonly snapshot: SnapshotInfo;

  constructor(problem: Problem, snapshot: SnapshotInfo) {
    super(`${problem.status} ${problem.title}: ${problem.detail}`);
    this.name = "QuaketreeProblem";
    this.status = problem.status;
    this.problem = problem;
    this.snapshot = snapshot;
  }
}

/**
 * `unreachable`: there was no response, or a response of a server with a failure. `not-quaketree`: the response is not from an API
 * host or tree. `tree-malformed`: for longer than a publication takes, the tree lacks a file, or a file does not match the index.
 */
export type QuaketreeErrorCode = "unreachable" | "not-quaketree" | "tree-malformed";

/**
 * There is no answer, not even a problem document. An aborted call is rejected with the reason of its signal instead.
 *
 * @example
 * if (error instanceof QuaketreeError && error.code === "unreachable") showOfflineNote();
 */
export class QuaketreeError extends Error {
  readonly code: QuaketreeErrorCode;

  constructor(code: QuaketreeErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = "QuaketreeError";
    this.code = code;
  }
}

/** A parsed body, its snapshot, and the `Link` header. */
export interface ReadAnswer<Body> {
  body: Body;
  snapshot: SnapshotInfo;
  link: string | undefined;
}

/** Sends a request and parses the response. @throws QuaketreeProblem, QuaketreeError, the reason of the signal */
export async function fetchBody<Body>(source: Source, target: string, signal: AbortSignal | undefined): Promise<ReadAnswer<Body>> {
  const answer = await source(target, signal);
  const body = parse(answer, target);
  if (answer.status === 200) return { body: body as Body, snapshot: answer.snapshot, link: answer.link };
  if (isProblem(body)) throw new QuaketreeProblem(body, answer.snapshot);
  throw notOurs(answer, target);
}

function parse(answer: RawAnswer, target: string): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(answer.bytes));
  } catch {
    throw notOurs(answer, target);
  }
}

function isProblem(body: unknown): body is Problem {
  const { title, status, detail } = (body ?? {}) as Partial<Problem>;
  return typeof title === "string" && typeof status === "number" && typeof detail === "string";
}

function notOurs({ status, contentType }: RawAnswer, target: string): QuaketreeError {
  const what = `${target} was answered with ${status} ${contentType || "and no content type"}`;
  return status >= 500
    ? new QuaketreeError("unreachable", `${what}: the host is in trouble`)
    : new QuaketreeError("not-quaketree", `${what}: not an answer of this API`);
}

/** Runs asynchronous work once for all callers. After a failure, the next call runs it again. */
export function onceUntilItFails<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}
