import type { Endpoint } from "../contract/table/endpoints.ts";
import type { Query } from "../contract/table/parameters.ts";
import { bodyOf, loadParts, type Part } from "./body.ts";
import { answerHeaders } from "./headers.ts";
import { earthquakesBody, earthquakesPage, recentBody } from "./lists.ts";
import type { BodyReply } from "./reply.ts";
import { combinedSearchBody, searchBody } from "./search/search.ts";
import type { Snapshot } from "./snapshot.ts";

/** The answer of an endpoint whose queries have no files: selected from the shards. */
export function selectedReply(snapshot: Snapshot, endpoint: Endpoint, query: Query): BodyReply | Promise<BodyReply> {
  const { parts, link } = select(snapshot, endpoint, query);
  const finish = (): BodyReply => {
    const { body, etag } = bodyOf(parts);
    const headers = { ...answerHeaders(snapshot, endpoint.cache), etag, ...(link !== undefined && { link }) };
    return { kind: "body", status: 200, headers, body };
  };
  const loading = loadParts(parts);
  return loading ? loading.then(finish) : finish();
}

function select(snapshot: Snapshot, endpoint: Endpoint, query: Query): { parts: Part[]; link?: string } {
  const q = query.values.q as string;
  switch (endpoint.id) {
    case "recent":
      return { parts: recentBody(snapshot, query) };
    case "search":
      return { parts: searchBody(snapshot, q) };
    case "combined-search":
      return { parts: combinedSearchBody(snapshot, q) };
    default: {
      const { selection, link } = earthquakesPage(snapshot, endpoint, query);
      return { parts: earthquakesBody(snapshot, selection, query), link };
    }
  }
}
