import type { ParameterError } from "../table/parameters.ts";

/** The kinds of problems. Their explanations are in `answers/openapi/descriptions.ts`, because no host needs them. */
export const PROBLEM_TYPES = {
  "invalid-parameter": { status: 400, title: "A parameter is not valid" },
  "not-prebuilt": { status: 400, title: "This mirror has no answer for this combination" },
  "malformed-request": { status: 400, title: "The request is not HTTP/1.1" },
  "not-found": { status: 404, title: "There is nothing at this address" },
  "unknown-snapshot": { status: 404, title: "This snapshot cannot be asked here" },
  "method-not-allowed": { status: 405, title: "Only GET, HEAD and OPTIONS are answered" },
  "request-timeout": { status: 408, title: "The request took too long to arrive" },
  withdrawn: { status: 410, title: "The agency has withdrawn this earthquake" },
  "headers-too-large": { status: 431, title: "The address or the headers are too long" },
  "internal-error": { status: 500, title: "The service made a mistake" },
  "no-tree": { status: 503, title: "There is no data to answer from yet" },
  busy: { status: 503, title: "The host has too much to do" },
} as const satisfies Record<string, { status: number; title: string }>;

export type ProblemKind = keyof typeof PROBLEM_TYPES;

/** Media type of a problem document (RFC 9457, section 3). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** A problem document (RFC 9457), members in this order. */
export interface Problem {
  /** Relative URI of the page that explains this kind of problem. */
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: readonly ParameterError[];
}

/**
 * A problem document of a kind, with its title and status.
 *
 * @param detail what is wrong with this request, a sentence for people
 */
export function problem(kind: ProblemKind, detail: string, errors?: readonly ParameterError[]): Problem {
  const { status, title } = PROBLEM_TYPES[kind];
  const document: Problem = { type: problemPage(kind), title, status, detail };
  return errors ? { ...document, errors } : document;
}

/** The 400 for parameter errors: `detail` describes the first one, `errors` lists all. */
export function invalidParameters(errors: readonly ParameterError[]): Problem {
  const [first, ...others] = errors;
  if (!first) throw new Error("an invalid-parameter problem needs at least one error");
  const given = first.given === "" ? "is missing or empty" : `was given as "${first.given}"`;
  const hint = first.hint === undefined ? "" : ` Did you mean ${first.hint}?`;
  const more = others.length === 0 ? "" : ` (${others.length} more in errors.)`;
  return problem("invalid-parameter", `${first.parameter} ${given}; allowed: ${first.allowed}.${hint}${more}`, errors);
}

/** The documentation page of a kind of problem; also its `type`. */
export function problemPage(kind: ProblemKind): string {
  return `/docs/problems/${kind}/`;
}
