import type { ParameterError } from "../table/parameters.ts";
import { ANSWER_PROBLEMS, type Problem, type ProblemType, problemOf } from "./problem.ts";

/** All kinds of problems, by status. Their explanations are in `answers/openapi/descriptions.ts`, because no host needs them. */
export const PROBLEM_TYPES = {
  "invalid-parameter": ANSWER_PROBLEMS["invalid-parameter"],
  "not-prebuilt": { status: 400, title: "This mirror has no answer for this combination" },
  "malformed-request": { status: 400, title: "The request is not HTTP/1.1" },
  "not-found": ANSWER_PROBLEMS["not-found"],
  "unknown-snapshot": { status: 404, title: "This snapshot is not available here" },
  "method-not-allowed": ANSWER_PROBLEMS["method-not-allowed"],
  "request-timeout": { status: 408, title: "The request took too long to arrive" },
  withdrawn: ANSWER_PROBLEMS.withdrawn,
  "headers-too-large": { status: 431, title: "The address or the headers are too long" },
  "internal-error": { status: 500, title: "The service made a mistake" },
  "no-tree": ANSWER_PROBLEMS["no-tree"],
  busy: { status: 503, title: "The host has too much to do" },
} as const satisfies Record<string, ProblemType>;

export type ProblemKind = keyof typeof PROBLEM_TYPES;

/** A problem document of any kind, including those of hosts. @param detail the error in this request, a sentence for people */
export function problem(kind: ProblemKind, detail: string, errors?: readonly ParameterError[]): Problem {
  return problemOf(kind, PROBLEM_TYPES[kind], detail, errors);
}
