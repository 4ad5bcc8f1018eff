import { rmSync } from "node:fs";
import { join } from "node:path";
import type { MirrorOptions } from "../../build/mirror/mirror.ts";
import { mirrorTree } from "../../build/mirror/mirror.ts";
import type { MirrorResult } from "../../build/mirror/update.ts";
import { createHttpOrigin, type HttpOriginOptions } from "../../build/tree/origins/http.ts";
import type { Origin } from "../../build/tree/origins/origin.ts";
import type { Signer } from "../../build/tree/signature.ts";
import type { WriteTreeOptions, WrittenTree } from "../../build/tree/write-tree.ts";
import { file, plant, shard, snapshotAt } from "./tiny-tree.ts";

/** A clock a little after the trees that the tests plant. */
export const NOW = Date.parse("2018-02-07T12:00:00.000Z");

/** An origin with little patience, so that tests need little. */
export function impatient(base: URL, more: Partial<HttpOriginOptions> = {}): Origin {
  const options = { timeoutMs: 400, leastSpeed: 10_000, tries: 3, ...more };
  return createHttpOrigin({ base, fetch, sleep: async () => {}, random: () => 0, now: () => NOW, ...options });
}

export function mirror(origin: Origin, out: string, more: Partial<MirrorOptions> = {}): Promise<MirrorResult> {
  return mirrorTree({ origin, out, now: () => NOW, sleep: async () => {}, ...more });
}

/** As `publishWithDeltas`, of a publisher who offers none: every changed file has to be fetched. */
export async function publish(out: string, hour: number, signer?: Signer): Promise<WrittenTree> {
  const planted = await publishWithDeltas(out, hour, signer);
  rmSync(join(out, "deltas"), { recursive: true, force: true });
  return planted;
}

/** A version of a tree with something of every kind: each hour has its own answers, some files stay. */
export function publishWithDeltas(out: string, hour: number, signer?: Signer, more: Partial<WriteTreeOptions> = {}): Promise<WrittenTree> {
  const asOf = new Date(Date.parse("2018-02-07T00:00:00.000Z") + hour * 3_600_000).toISOString();
  const files = [
    shard(`[${hour}]`),
    shard("[0]"),
    file("api.json", `{"hour":${hour}}`),
    file("api/recent.json", `${hour} quakes `.repeat(400)),
    file("api/v1/same.json", "always the same"),
    file("q/a.json", `q${hour}`, { section: "q" }),
    file("api/v1/earthquakes/a.json", "an event", { section: "earthquakes", compress: false }),
    file("empty.txt", "", { section: "pages" }),
    file("large.txt", "a line of a large file\n".repeat(20_000), { section: "pages", cache: "day", compress: false }),
  ];
  return plant(out, files, { snapshot: snapshotAt(asOf), signer, ...more });
}
