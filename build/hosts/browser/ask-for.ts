import type { Problem } from "../../contract/wire/problem.ts";
import { QuaketreeError, QuaketreeProblem } from "./errors.ts";
import type { RawAnswer, SnapshotInfo, Source } from "./source.ts";

/** A parsed body, its snapshot, and the `Link` header. */
export interface ReadAnswer<Body> {
  body: Body;
  snapshot: SnapshotInfo;
  link: string | undefined;
}

/**
 * Sends a request and parses the response.
 *
 * @throws QuaketreeProblem, QuaketreeError, the reason of the signal
 */
export async function askFor<Body>(
  source: Source,
  target: string,
  signal: AbortSignal | undefined,
): Promise<ReadAnswer<Body>> {
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
