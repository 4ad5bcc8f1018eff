import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Mirrored } from "../../build/tree/mirror-follow.ts";
import { temporaryFolder } from "../temporary.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { impatient, mirror, publish } from "./mirroring.ts";

// What tests of mirrors stand on: a tree, the same tree a version later, and a server that serves the first of them.

export const folder: string = temporaryFolder();
export const [first, second] = [join(folder, "first"), join(folder, "second")] as const;
/** The copy; there is none when a test begins. */
export const out: string = join(folder, "copy");
export let server: HostileServer;

beforeAll(async () => {
  await publish(first, 1);
  await publish(second, 1);
  await publish(second, 2);
  server = await startHostileServer(first);
});
afterAll(() => server.close());
beforeEach(() => {
  server.serve(first);
  server.behave();
  rmSync(out, { recursive: true, force: true });
  rmSync(`${out}.part`, { recursive: true, force: true });
});

/** One more run of the mirror. */
export const again = (): Promise<Mirrored> => mirror(impatient(server.url), out);
