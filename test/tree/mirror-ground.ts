import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { MirrorResult } from "../../build/mirror/update.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type HostileServer, startHostileServer } from "./hostile-server.ts";
import { impatient, mirror, publish } from "./mirroring.ts";

export let folder: string;
export let first: string;
export let second: string;
/** The copy; there is none when a test begins. */
export let out: string;
export let server: HostileServer;

/** To be called once in a test file: a tree, the same tree a version later, and a server that serves the first of them. */
export function useMirrorGround(): void {
  folder = temporaryFolder();
  [first, second, out] = [join(folder, "first"), join(folder, "second"), join(folder, "copy")];
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
}

/** One more run of the mirror. */
export const again = (): Promise<MirrorResult> => mirror(impatient(server.url), out);
