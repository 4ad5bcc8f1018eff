import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { generateKeys, readSigner, readVerifyKey } from "../../build/tree/signature.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { impatient, mirror, publish } from "./mirroring.ts";
import { filesUnder } from "./tree-files.ts";

export let folder: string;
export let older: string;
export let tree: string;
export let newer: string;
export let out: string;
const ours = generateKeys();
export const theirs = generateKeys();
export const signer = readSigner(ours.privateKey, "key");
export const keys = [readVerifyKey(ours.publicKey, "key")];
/** Serves `tree` at the beginning of each test. */
export let server: HostileServer;

/** To be called once in a test file: each of its tests has a new copy of a signed tree, and a server that may attack it. */
export function useAttackedTree(): void {
  folder = temporaryFolder();
  [older, tree, newer] = [join(folder, "older"), join(folder, "tree"), join(folder, "newer")];
  out = join(folder, "copy");
  beforeAll(async () => {
    await publish(older, 1, signer);
    for (const hour of [1, 2]) await publish(tree, hour, signer);
    for (const hour of [1, 2, 3]) await publish(newer, hour, signer);
    server = await startHostileServer(tree);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.serve(tree);
    server.behave();
    for (const dir of [out, `${out}.part`]) rmSync(dir, { recursive: true, force: true });
    await mirror(createFolderOrigin(tree), out, { keys });
    server.behave();
  });
}

interface Given {
  keys?: typeof keys;
  maxBytes?: number;
  now?: () => number;
  timeoutMs?: number;
}

/** A run with the key ends with that code, and the copy is as it was. */
export async function expectRefused(code: string, { timeoutMs = 400, ...given }: Given = {}) {
  const before = filesUnder(out);
  const attempt = mirror(impatient(server.url, { timeoutMs }), out, { keys, ...given });
  const error: unknown = await attempt.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ name: "UserError", code, hint: expect.any(String) });
  expect(filesUnder(out)).toEqual(before);
  return error as Error;
}

/** A tree for one test, which may be forged and is not signed again. */
export async function forged(name: string, hour: number): Promise<string> {
  const dir = join(folder, name);
  for (let at = 1; at <= hour; at++) await publish(dir, at);
  rmSync(out, { recursive: true });
  server.serve(dir);
  return dir;
}

export const unsigned = { keys: [] };
