import { join } from "node:path";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { PIECE_BYTES } from "../../build/hosts/worker/archive.ts";
import { compareHosts, EXACT, queriesOf } from "../fdsn/corpus-queries.ts";
import { anyEvents } from "../fdsn/generated.ts";
import { compareWindows, windowsOf } from "../fdsn/window-queries.ts";
import { AS_OF, DAY } from "../fdsn/world.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";
import { archiveTree } from "./archive-tree.ts";
import { startEventHosts } from "./event-hosts.ts";

it("every host answers random queries as brute force does", () =>
  inTemporaryFolder(async (dir) => {
    const lists = fc.sample(anyEvents, { numRuns: 1_000, seed: EXACT.seed });
    const place = "near a place with a long name ".repeat(9);
    const events = lists.flat().map((event, at) => {
      const id = `${event.id}n${at}`;
      return { ...event, id, ids: [id], place };
    });
    const tree = join(dir, "tree");
    await archiveTree(tree, events, { liveFrom: AS_OF - 30 * DAY });
    const archive = [...(await loadTree(tree)).files.values()].filter(({ path }) => path.startsWith("archive/"));
    expect(archive.some(({ bytes }) => bytes > PIECE_BYTES)).toBe(true);
    const { hosts, stop } = await startEventHosts(tree, dir, AS_OF);
    try {
      const queries = queriesOf(events, EXACT.queries, EXACT.seed);
      expect(await compareHosts(hosts, events, AS_OF, queries)).toEqual({ odd: [], tooLarge: 0 });
      const { node, worker } = hosts;
      const windows = windowsOf(events, EXACT.queries, EXACT.seed);
      expect(await compareWindows({ node, worker }, events, AS_OF, windows)).toEqual({ odd: [], tooLarge: 0 });
    } finally {
      await stop();
    }
  }));
