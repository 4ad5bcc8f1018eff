import type { BodyReply, FileReply, Reply } from "../../build/rewrite/reply.ts";
import { respond } from "../../build/rewrite/respond.ts";
import type { ShardInput } from "../../build/rewrite/shards/make.ts";
import { openSnapshot } from "../../build/rewrite/snapshot.ts";
import { treeInMemory } from "./tree-in-memory.ts";

/** Asks a tree in memory for targets, by GET unless told otherwise. */
export interface Asker {
  reply(target: string, options?: { method?: string }): Promise<Reply>;
  body(target: string, options?: { method?: string }): Promise<BodyReply>;
  file(target: string): Promise<FileReply>;
}

export async function askerOf(input: ShardInput): Promise<Asker> {
  const snapshot = await openSnapshot(treeInMemory(input));
  const reply: Asker["reply"] = async (target, { method = "GET" } = {}) => respond(snapshot, { method, target });
  return {
    reply,
    body: (target, options) => expectKind(reply(target, options), "body"),
    file: (target) => expectKind(reply(target), "file"),
  };
}

async function expectKind<Kind extends Reply["kind"]>(found: Promise<Reply>, kind: Kind) {
  const settled = await found;
  if (settled.kind !== kind) throw new Error(`a reply of kind ${settled.kind} instead of ${kind}`);
  return settled as Extract<Reply, { kind: Kind }>;
}

export function textOf(reply: { body: Uint8Array }): string {
  return new TextDecoder().decode(reply.body);
}
