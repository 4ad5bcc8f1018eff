import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { Target } from "../../build/publish/target.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { type ObjectStore, startObjectStore } from "./object-store.ts";
import { s3Target } from "./publishing.ts";

/** A tree and where in the bucket it is published, both of their own for each test. */
export interface BucketSite {
  /** A folder for whatever else a test needs. */
  root: string;
  store: ObjectStore;
  prefix: string;
  tree: string;
  target: () => Target;
  /** What was asked of the store with a method, without the prefix. */
  asked: (method: string) => string[];
  /** What lies under the prefix, by its path there. */
  objects: () => Promise<Map<string, { text: string; headers: Record<string, unknown> }>>;
}

/** To be called once in a file of tests: starts the store before the first of them and stops it after the last. */
export function useBucketSite(): BucketSite {
  const root = temporaryFolder();
  let made = 0;
  const site = { root, prefix: "", tree: "", target, asked, objects } as BucketSite;

  beforeAll(async () => {
    site.store = await startObjectStore(join(root, "store"));
  });
  afterAll(() => site.store.close());
  beforeEach(() => {
    site.store.behave();
    site.prefix = `p${++made}`;
    site.tree = join(root, `tree-${made}`);
  });

  function target(): Target {
    return s3Target(site.store, site.prefix);
  }

  function asked(method: string): string[] {
    const those = site.store.asked.filter((one) => one.method === method);
    return those.map(({ key }) => key.replace(`${site.prefix}/`, ""));
  }

  async function objects(): ReturnType<BucketSite["objects"]> {
    const all = [...(await site.store.objects())].filter(([key]) => key.startsWith(`${site.prefix}/`));
    return new Map(
      all.map(([key, { bytes, headers }]) => {
        const { date: _, ...rest } = headers;
        return [key.slice(site.prefix.length + 1), { text: bytes.toString(), headers: rest }];
      }),
    );
  }

  return site;
}
