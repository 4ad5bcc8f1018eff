import type { Endpoint } from "../contract/table/endpoints.ts";
import { shorten } from "../contract/table/parameters.ts";
import { fileOf, pathOf } from "../contract/table/paths.ts";
import { answerHeaders } from "./headers.ts";
import { notFound } from "./problems.ts";
import type { BodyReply, FileReply } from "./reply.ts";
import type { Snapshot } from "./snapshot.ts";

/** An answer that is a file of the tree. */
export function fileReply(snapshot: Snapshot, endpoint: Endpoint, file: string, missing: string): FileReply {
  return {
    kind: "file",
    path: file,
    headers: answerHeaders(snapshot, endpoint.cache),
    ifMissing: () => notFound(snapshot, missing),
  };
}

/**
 * The answer of an endpoint with a path parameter: the file of that path. A value that the parameter's pattern refuses
 * is not found and never becomes part of a file name.
 */
export function pathFileReply(
  snapshot: Snapshot,
  endpoint: Endpoint,
  path: Record<string, string>,
): FileReply | BodyReply {
  const parameter = endpoint.parameters.find((candidate) => candidate.in === "path");
  const value = path[parameter?.name ?? ""] ?? "";
  const [what, list] = describe(endpoint);
  const missing = `There is no ${what} ${shorten(value)}; the list is at ${list}.`;
  if (!new RegExp(parameter?.pattern ?? "^$").test(value)) return notFound(snapshot, missing);
  return fileReply(snapshot, endpoint, fileOf(pathOf(endpoint, path)), missing);
}

/** The kind of resource that an endpoint's path parameter identifies, and the address of the list. */
function describe(endpoint: Endpoint): [what: string, list: string] {
  switch (endpoint.id) {
    case "country-risk":
      return ["country with the code", "/api/v1/countries/"];
    case "country":
      return ["country", "/api/v1/countries/"];
    case "plate":
      return ["plate", "/api/v1/plates/"];
    case "changes-hour":
      return ["record of the changes of the hour", "/api/changes/"];
    default:
      return ["glossary term", "/api/v1/glossary/"];
  }
}
