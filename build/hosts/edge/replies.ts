import type { Endpoint } from "../../contract/table/endpoints.ts";
import { pathOf } from "../../contract/table/paths.ts";
import { failureText } from "../../fdsn/failure.ts";
import { countrySlugs } from "../../rewrite/country-names.ts";
import { noTree, withdrawn } from "../../rewrite/replies.ts";
import type { BodyReply } from "../../rewrite/reply.ts";
import { respond, type Snapshot } from "../../rewrite/respond.ts";
import type { LoadedTree } from "../load-tree.ts";
import { staticReply } from "../static-file.ts";
import { detailInPack } from "./prebuilt.ts";

/**
 * Replies that a host without the rewrite must produce itself. They come from the rewrite, so that all hosts send the same text.
 * Each contains a placeholder for the request, which the host replaces with its own variable.
 */
export interface OwnReplies {
  preflight: BodyReply;
  /** For any other method. */
  refused: (method: string) => Promise<BodyReply>;
  malformed: BodyReply;
  unknownEndpoint: (path: string) => Promise<BodyReply>;
  unknownFile: (path: string) => BodyReply;
  /** For a path parameter whose value has no resource. */
  unknownValue: (endpoint: Endpoint, value: string) => Promise<BodyReply>;
  /** For an event that may be in a pack, as text; undefined for a tree without packs. */
  packed: ((slug: string) => string) | undefined;
  /** For a withdrawn event. @param at time of the withdrawal */
  withdrawn: (id: string, at: string) => BodyReply;
  noTree: BodyReply;
}

const SAMPLE = "/api/quaketree-sample/";

export async function ownReplies(tree: LoadedTree): Promise<OwnReplies> {
  const { snapshot } = tree;
  return {
    preflight: await bodyTo(snapshot, "/api/", "OPTIONS"),
    refused: (method) => bodyTo(snapshot, "/api/", method),
    malformed: await bodyTo(snapshot, "/api/%00"),
    unknownEndpoint: async (path) => withText(await bodyTo(snapshot, SAMPLE), SAMPLE, path),
    unknownFile: (path) => withText(staticReply(tree, "/quaketree-sample") as BodyReply, "/quaketree-sample", path),
    unknownValue: (endpoint, value) => missing(snapshot, endpoint, value),
    packed: snapshot.packs === undefined ? undefined : (slug) => JSON.stringify(detailInPack(slug)),
    withdrawn: (id, at) => withText(withdrawn(snapshot, id, 0), new Date(0).toISOString(), at),
    noTree: noTree(),
  };
}

async function bodyTo(snapshot: Snapshot, target: string, method = "GET"): Promise<BodyReply> {
  const reply = await respond(snapshot, { method, target });
  if (reply.kind !== "body") throw new Error(`${target} is answered from a file`);
  return reply;
}

async function missing(snapshot: Snapshot, endpoint: Endpoint, value: string): Promise<BodyReply> {
  const parameter = endpoint.parameters.find((candidate) => candidate.in === "path");
  // The pattern refuses this value. The text is the same as for an unknown value.
  const target = pathOf(endpoint, { [parameter?.name ?? ""]: "quaketree_sample" });
  return withText(await bodyTo(snapshot, target), "quaketree_sample", value);
}

/** Codes of countries, each with the code and the slug that it leads to. */
export function countryCodes({ snapshot }: LoadedTree, codes: Iterable<readonly [code: string, iso2: string]>): string[][] {
  const { slugOf } = countrySlugs(snapshot.names);
  return Array.from(codes, ([code, iso2]) => [code, iso2, slugOf.get(iso2) ?? ""]).filter(([, , slug]) => slug !== "");
}

/** The text of the 501 for the FDSN event service. @param request placeholder @param received placeholder of the time */
export function noEventService(request: string, received: string): string {
  return failureText(501, NO_EVENT_SERVICE, request, received);
}

const NO_EVENT_SERVICE = "This host only has files. The module /assets/event-service.js searches them, in browsers and in Node.";

function withText(reply: BodyReply, from: string, to: string): BodyReply {
  const text = new TextDecoder().decode(reply.body).replaceAll(from, to);
  return { ...reply, body: new TextEncoder().encode(text) };
}

export function textOf({ body }: BodyReply): string {
  return new TextDecoder().decode(body);
}
