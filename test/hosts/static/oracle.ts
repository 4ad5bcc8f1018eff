import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadedTree } from "../../../build/hosts/load-tree.ts";
import { staticReply } from "../../../build/hosts/static-file.ts";
import { respond } from "../../../build/rewrite/respond.ts";

/** The right answers, from the rewrite in this process. */
export interface Oracle {
  answer(target: string, method?: string): Promise<{ status: number; headers: Record<string, string>; body: Buffer }>;
}

export function oracleOf(tree: LoadedTree): Oracle {
  return {
    async answer(target, method = "GET") {
      const asked = await respond(tree.snapshot, { method, target });
      const reply = asked.kind === "pass" ? staticReply(tree, target) : asked;
      if (reply.kind === "body") return { ...reply, body: Buffer.from(reply.body) };
      if (!tree.files.has(reply.path)) {
        const missing = reply.ifMissing();
        return { ...missing, body: Buffer.from(missing.body) };
      }
      return { status: 200, headers: reply.headers, body: readFileSync(join(tree.dir, reply.path)) };
    },
  };
}
