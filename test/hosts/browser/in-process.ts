import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { respond } from "../../../build/rewrite/respond.ts";
import { openSnapshot } from "../../../build/rewrite/snapshot.ts";

export interface Expected {
  status: number;
  text: string;
  link: string | null;
  snapshot: string | null;
}

/** What the rewrite answers to a target, in this process and from the files themselves. */
export async function inProcess(dir: string): Promise<(target: string) => Promise<Expected>> {
  const read = (path: string) => readFile(join(dir, path)).catch(() => undefined);
  const snapshot = await openSnapshot({ read });
  return async function ask(target): Promise<Expected> {
    const reply = await respond(snapshot, { method: "GET", target });
    if (reply.kind === "pass") throw new Error(`${target} is not of the API`);
    const file = reply.kind === "file" ? await read(reply.path) : undefined;
    const missing = reply.kind === "file" && !file;
    const { status, headers, body } =
      reply.kind === "body" ? reply : missing ? reply.ifMissing() : { ...reply, status: 200, body: file as Uint8Array };
    if (status === 308) return ask(headers["location"] as string);
    const { link = null, "x-snapshot": id = null } = headers;
    return { status, text: new TextDecoder().decode(body), link, snapshot: id };
  };
}
