import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Ask } from "../../build/agencies/ask.ts";
import { leavingAlone } from "../../build/agencies/left-alone.ts";
import { AgencyThrottled } from "../../build/agencies/throttled.ts";
import { temporaryFolder } from "../temporary.ts";

const NOW = Date.UTC(2026, 10, 21);
const ADDRESS = "https://agency.example/feed";

/** An agency that wants to be left alone until some time, and what was asked of it. */
function agency(until: number | null): { ask: Ask; asked: string[] } {
  const asked: string[] = [];
  const ask: Ask = async (address) => {
    asked.push(address);
    if (until !== null) throw new AgencyThrottled(address, "wants to be left alone", until);
    return { kind: "nothing" };
  };
  return { ask, asked };
}

const failing: Ask = () => Promise.reject(new Error("broken"));

describe("an agency that told an earlier run to wait", () => {
  it("is not asked before that, by whatever address, and is asked again then", async () => {
    const store = temporaryFolder();
    await expect(leavingAlone(agency(NOW + 120_000).ask, store, () => NOW)(ADDRESS)).rejects.toThrow("left alone");
    const later = agency(null);
    const atOnce = leavingAlone(later.ask, store, () => NOW + 10_000);
    await expect(atOnce("https://agency.example/query?x=1")).rejects.toMatchObject({
      code: "agency-throttled",
      until: NOW + 120_000,
    });
    expect(later.asked).toEqual([]);
    expect(await atOnce("https://other.example/")).toEqual({ kind: "nothing" });
    await leavingAlone(later.ask, store, () => NOW + 120_000)(ADDRESS);
    expect(later.asked).toEqual(["https://other.example/", ADDRESS]);
  });

  it("is not left alone for longer than a day, whatever it said or a clock showed", async () => {
    const store = temporaryFolder();
    const { ask } = agency(NOW + 40 * 86_400_000);
    await expect(leavingAlone(ask, store, () => NOW)(ADDRESS)).rejects.toThrow();
    const later = agency(null);
    await leavingAlone(later.ask, store, () => NOW + 86_400_000)(ADDRESS);
    const earlier = agency(null);
    await leavingAlone(earlier.ask, store, () => NOW - 10 * 86_400_000)(ADDRESS);
    expect([later.asked.length, earlier.asked.length]).toEqual([1, 1]);
  });

  it("is asked where the note cannot be read, and forgets what has passed", async () => {
    const store = temporaryFolder();
    const file = path.join(store, "left-alone.json");
    writeFileSync(file, "{");
    const { ask, asked } = agency(null);
    await leavingAlone(ask, store, () => NOW)(ADDRESS);
    expect(asked).toHaveLength(1);
    await expect(leavingAlone(agency(NOW + 1_000).ask, store, () => NOW)(ADDRESS)).rejects.toThrow();
    await expect(
      leavingAlone(agency(NOW + 9_000).ask, store, () => NOW + 5_000)("https://other.example/"),
    ).rejects.toThrow();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      format: 1,
      until: { "https://other.example": NOW + 9_000 },
    });
  });

  it("lets files and other failures pass as they are", async () => {
    const store = temporaryFolder();
    await expect(leavingAlone(failing, store, () => NOW)(ADDRESS)).rejects.toThrow("broken");
    const { ask, asked } = agency(null);
    await leavingAlone(ask, store, () => NOW)("file:///feed.geojson");
    expect(asked).toEqual(["file:///feed.geojson"]);
  });
});
