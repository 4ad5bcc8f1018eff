import { describe, expect, it } from "vitest";
import { nginxIds } from "../../../build/hosts/edge/nginx-queries.ts";
import { openSnapshot } from "../../../build/rewrite/snapshot.ts";
import { shardInputOf } from "../../rewrite/plain-catalogue.ts";
import { treeInMemory } from "../../rewrite/tree-in-memory.ts";
import { WORLD } from "../../rewrite/world.ts";

const DAY = 86_400_000;

describe("the table of ids for nginx", () => {
  it("leads from every id to the slug of its event, from one lately withdrawn to when, and leaves older ones out", async () => {
    const withdrawn = [
      { id: "gone1", withdrawnAt: WORLD.asOf - DAY },
      { id: "gone2", withdrawnAt: WORLD.asOf - 91 * DAY },
    ];
    const snapshot = await openSnapshot(treeInMemory(shardInputOf(WORLD, withdrawn)));
    const lines = nginxIds(snapshot).trimEnd().split("\n");
    expect(lines).toContain("us1 m6-4-18-km-nne-of-hualien-city-taiwan-us1;");
    expect(lines).toContain("gone1 !2018-02-06T10:20:30.456Z;");
    expect(lines).toContain("--gr-2d3 m2-5-crete-greece---55s-5f3;");
    expect(lines).toContain("--gr-2d3 m2-5-crete-greece---55s-5f3;".replace("--gr-2d3", "emsc3"));
    expect(lines).toContain('":gr-3" "m2-5-crete-greece---55s-5f3 gr-3";');
    expect(lines.some((line) => line.startsWith("gone2"))).toBe(false);
    expect(lines).toHaveLength(10);
  });
});
