import type { ParameterError } from "../table/parameters.ts";

/** Status and title of a kind of problem. */
export interface ProblemType {
  status: number;
  title: string;
}

/** The kinds of problems in answers of the API itself. `problem-types.ts` also has those of hosts, which the rewrite does not need. */
export const ANSWER_PROBLEMS = {
  "invalid-parameter": { status: 400, title: "A parameter is not valid" },
  "not-found": { status: 404, title: "There is nothing at this address" },
  "method-not-allowed": { status: 405, title: "Only GET, HEAD and OPTIONS are answered" },
  withdrawn: { status: 410, title: "The agency has withdrawn this earthquake" },
  "no-tree": { status: 503, title: "There is no data to answer from yet" },
} as const satisfies Record<string, ProblemType>;

/** Media type of a problem document (RFC 9457, section 3). */
export const PROBLEM_MEDIA_TYPE = "application/problem+json";

/** A problem document (RFC 9457). Members have this order. */
export interface Problem {
  /** Relative URI of the page that explains this kind of problem. */
  type: string;
  title: string;
  status: number;
  detail: string;
  errors?: readonly ParameterError[];
}

/** A problem document of a kind, with its title and status. @param detail the error in this request, a sentence for people */
export function problemOf(kind: string, { status, title }: ProblemType, detail: string, errors?: readonly ParameterError[]): Problem {
  const document: Problem = { type: problemPage(kind), title, status, detail };
  return errors ? { ...document, errors } : document;
}

/** A problem document of the API itself. */
export function answerProblem(kind: keyof typeof ANSWER_PROBLEMS, detail: string, errors?: readonly ParameterError[]): Problem {
  return problemOf(kind, ANSWER_PROBLEMS[kind], detail, errors);
}

/** The 400 for parameter errors. `detail` describes the first one, `errors` lists all. */
export function invalidParameters(errors: readonly ParameterError[]): Problem {
  const [first, ...others] = errors;
  if (!first) throw new Error("an invalid-parameter problem needs at least one error");
  const given = first.given === "" ? "is missing or empty" : `was given as "${first.given}"`;
  const hint = first.hint === undefined ? "" : ` Did you mean ${first.hint}?`;
  const more = others.length === 0 ? "" : ` (${others.length} more in errors.)`;
  return answerProblem("invalid-parameter", `${first.parameter} ${given}; allowed: ${first.allowed}.${hint}${more}`, errors);
}

/** The documentation page of a kind of problem, which is also its `type`. */
export function problemPage(kind: string): string {
  return `/docs/problems/${kind}/`;
}
