import changelog from "../../../data/openapi/changelog.json" with { type: "json" };
import document from "../../../data/openapi/document.json" with { type: "json" };
import endpoints from "../../../data/openapi/endpoints.json" with { type: "json" };
import examples from "../../../data/openapi/examples.json" with { type: "json" };
import problems from "../../../data/openapi/problems.json" with { type: "json" };
import type { Endpoint, EndpointId } from "../../contract/table/endpoints.ts";
import type { Parameter } from "../../contract/table/parameter.ts";
import type { ProblemKind } from "../../contract/wire/problem-types.ts";
import { ARCHIVE_PARAMETERS } from "../../fdsn/earthquakes.ts";

interface ParameterText {
  description: string;
  example: number | string;
}

/** Documentation of an endpoint. It is separate from the table, because no host needs it. */
interface EndpointText {
  /** Name of the schema of the 200 body in `resources.ts`. */
  resource: string;
  /** One of `TAGS`. */
  tag: string;
  summary: string;
  description: string;
  parameters: Readonly<Record<string, ParameterText>>;
}

/** A request and its answer from the tree of the embedded data, with shortened lists. */
export interface AnswerExample {
  /** Path and query. */
  request: string;
  body: unknown;
}

/** Documentation of a kind of problem. It is separate from `wire/problem.ts`, because no host needs it. */
interface ProblemText {
  /** Causes and possible actions, one string for each paragraph. */
  explanation: readonly string[];
  example: { detail: string; errors?: readonly { parameter: string; given: string; allowed: string; hint?: string }[] };
}

export const ENDPOINT_TEXTS: Readonly<Record<EndpointId, EndpointText>> = endpoints;

/**
 * An answer of each endpoint for the documentation. `npm run docs` takes them from a tree of the embedded data; the steps between
 * snapshots alone are invented, since the first tree has none.
 */
export const EXAMPLES: Readonly<Record<EndpointId, AnswerExample>> = examples;

export const PROBLEM_TEXTS: Readonly<Record<ProblemKind, ProblemText>> = problems;

/** The versions of the API with their changes for callers, newest first. Changes of the package are in CHANGELOG.md. */
export const API_CHANGELOG = changelog;

/** The introduction of the OpenAPI document, in CommonMark: the rules for all endpoints. */
export const INTRODUCTION = document.introduction.join("\n\n");

/** The tags of endpoints, in the order of the documentation. */
export const TAGS: readonly { name: string; description: string }[] = document.tags;

/** The parameters of an endpoint, with those that only hosts with an archive know. */
export function documentedParameters({ id, parameters }: Endpoint): readonly Parameter[] {
  return id === "earthquakes" ? [...ARCHIVE_PARAMETERS, ...parameters] : parameters;
}

/** @throws Error if there is no text for the parameter */
export function parameterText(id: EndpointId, name: string): ParameterText {
  const text = ENDPOINT_TEXTS[id].parameters[name];
  if (text === undefined) throw new Error(`data/openapi/endpoints.json: no text for the parameter ${name} of ${id}`);
  return text;
}
