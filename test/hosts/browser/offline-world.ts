import { join } from "node:path";
import { beforeAll, beforeEach, expect } from "vitest";
import { fileReader } from "../../../build/hosts/browser/fetch-file.ts";
import type { ByteStore } from "../../../build/hosts/browser/offline/cached-tree.ts";
import { createOfflineHost, type OfflineHost } from "../../../build/hosts/browser/offline/host.ts";
import { type Digest, platformDigest } from "../../../build/hosts/tree-index.ts";
import { temporaryFolder } from "../../support/temporary.ts";
import { BASE, filesIn, type MemoryHost, memoryHost } from "./memory-host.ts";
import { memoryStore } from "./memory-store.ts";
import { plantSmallWorld } from "./small-world.ts";

/** When the two trees of the world hold. */
export const OLD = "2018-02-07T01:49:14.000Z";
export const NEW = "2018-02-07T02:49:14.000Z";

type OfflineReply = Awaited<ReturnType<OfflineHost["respond"]>>["reply"];

/** A host with the older tree, and a browser that has kept nothing yet; both new for each test. */
export interface OfflineWorld {
  older: Map<string, Uint8Array>;
  newer: Map<string, Uint8Array>;
  host: MemoryHost;
  /** What the browser keeps. */
  kept: Map<string, Uint8Array>;
  /** Milliseconds since the test began. */
  clock: number;
  /** Whether the browser has no room left. */
  full: boolean;
  /** For how long a host is waited for where the copy has something older. */
  giveUp: () => AbortSignal;
  /** The host in the browser, as a browser starts it: anew whenever it likes, with the same store. */
  started: (onDemand?: boolean) => OfflineHost;
  ask: (offline: OfflineHost, target: string, headers?: Record<string, string>) => Promise<OfflineReply>;
  /** Of when the answer to a query is, which has to be one. */
  asOf: (offline: OfflineHost, target: string) => Promise<string | undefined>;
}

/** To be called once in a file of tests. */
export function useOfflineWorld(): OfflineWorld {
  const dir = temporaryFolder();
  const world = { started, ask, asOf } as OfflineWorld;

  beforeAll(async () => {
    await plantSmallWorld(join(dir, "older"));
    await plantSmallWorld(join(dir, "newer"), 3_600_000);
    world.older = filesIn(join(dir, "older"));
    world.newer = filesIn(join(dir, "newer"));
  });
  beforeEach(() => {
    const host = memoryHost(new Map(world.older));
    Object.assign(world, { host, kept: new Map(), clock: 0, full: false, giveUp: patiently });
  });

  const store: ByteStore = {
    get: async (name) => world.kept.get(name),
    put: async (name, bytes) => {
      if (world.full) throw new DOMException("no room", "QuotaExceededError");
      world.kept.set(name, bytes);
    },
    names: async () => [...world.kept.keys()],
    remove: async (name) => void world.kept.delete(name),
  };

  function started(onDemand = false): OfflineHost {
    return offlineHost(world.host, store, { now: () => world.clock, onDemand, giveUp: () => world.giveUp() });
  }

  return world;
}

/** The host in a browser over a static host. @param store what the browser keeps */
export function offlineHost(
  { fetch }: Pick<MemoryHost, "fetch">,
  store: ByteStore = memoryStore(),
  more: Partial<Parameters<typeof createOfflineHost>[0]> = {},
): OfflineHost {
  const digest = platformDigest() as Digest;
  return createOfflineHost({
    read: fileReader(BASE, fetch),
    store,
    digest,
    recheckAfter: 60_000,
    now: () => 0,
    giveUp: patiently,
    ...more,
  });
}

async function ask(offline: OfflineHost, target: string, headers: Record<string, string> = {}) {
  const { reply, background } = await offline.respond({ method: "GET", target, header: (name) => headers[name] });
  await background;
  return reply;
}

async function asOf(offline: OfflineHost, target: string): Promise<string | undefined> {
  const reply = await ask(offline, target);
  expect([target, reply?.status]).toEqual([target, 200]);
  return reply?.headers["x-as-of"];
}

function patiently(): AbortSignal {
  return new AbortController().signal;
}
