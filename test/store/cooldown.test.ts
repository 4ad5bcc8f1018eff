import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { type AgencyClient, createAgencyClient } from "../../build/platform/http/agency-client.ts";
import { readCooldowns, withCooldowns } from "../../build/store/cooldown.ts";
import { temporaryFolder } from "../support/temporary.ts";

const NOW = Date.UTC(2026, 10, 21);
const ADDRESS = "https://agency.example/feed";

const sleep = () => Promise.resolve();

/** Answers of agencies by address, and what was asked of them. */
function agency(answers: (address: string) => Response = () => new Response(null, { status: 204 }), now = NOW) {
  const asked: string[] = [];
  const fetch = async (address: Parameters<typeof globalThis.fetch>[0]) => {
    const url = address instanceof Request ? address.url : new URL(address).href;
    asked.push(url);
    return answers(url);
  };
  const ask = createAgencyClient({ fetch, now: () => now, sleep, random: () => 0, timeoutMs: 1000, maxBytes: 1000, tries: 1 });
  return { ask, asked };
}

const wanting = (seconds: number) => () => new Response("too many", { status: 429, headers: { "retry-after": String(seconds) } });

const moved = (address: string) =>
  address.startsWith("https://mirror.example/")
    ? wanting(3600)()
    : new Response(null, { status: 302, headers: { location: "https://mirror.example/feed" } });

const failing: AgencyClient = () => Promise.reject(new Error("broken"));

describe("an agency that told an earlier run to wait", () => {
  it("is not asked before that at any address, and is asked again then", async () => {
    const store = temporaryFolder();
    await expect(withCooldowns(agency(wanting(120)).ask, store, () => NOW)(ADDRESS)).rejects.toThrow("left alone");
    const soon = agency(undefined, NOW + 10_000);
    const atOnce = withCooldowns(soon.ask, store, () => NOW + 10_000);
    await expect(atOnce("https://agency.example/query?x=1")).rejects.toMatchObject({ code: "agency-throttled", until: NOW + 120_000 });
    expect(soon.asked).toEqual([]);
    expect(await atOnce("https://other.example/")).toEqual({ kind: "nothing" });
    const later = agency(undefined, NOW + 120_000);
    expect([...(await readCooldowns(store, NOW + 119_999)), ...(await readCooldowns(store, NOW + 120_000))]).toHaveLength(1);
    await withCooldowns(later.ask, store, () => NOW + 120_000)(ADDRESS);
    expect([soon.asked, later.asked]).toEqual([["https://other.example/"], [ADDRESS]]);
  });

  it("is who a redirect led to, not who sent us there", async () => {
    const store = temporaryFolder();
    const first = agency(moved);
    await expect(withCooldowns(first.ask, store, () => NOW)(ADDRESS)).rejects.toThrow("mirror.example/feed answered 429");
    expect(first.asked).toEqual([ADDRESS, "https://mirror.example/feed"]);
    const second = agency(moved);
    await expect(withCooldowns(second.ask, store, () => NOW)(ADDRESS)).rejects.toMatchObject({
      code: "agency-throttled",
      origin: "https://mirror.example",
    });
    expect(second.asked).toEqual([ADDRESS]);
    const others = agency();
    expect(await withCooldowns(others.ask, store, () => NOW)("https://agency.example/other")).toEqual({ kind: "nothing" });
  });

  it("is asked again after a day, whatever time it or a clock gave", async () => {
    const store = temporaryFolder();
    const { ask } = agency(wanting(40 * 86_400));
    await expect(withCooldowns(ask, store, () => NOW)(ADDRESS)).rejects.toThrow();
    await expect(withCooldowns(agency().ask, store, () => NOW)(ADDRESS)).rejects.toThrow();
    const later = agency(undefined, NOW + 86_400_000);
    await withCooldowns(later.ask, store, () => NOW + 86_400_000)(ADDRESS);
    const earlier = agency(undefined, NOW - 10 * 86_400_000);
    await withCooldowns(earlier.ask, store, () => NOW - 10 * 86_400_000)(ADDRESS);
    expect([later.asked.length, earlier.asked.length]).toEqual([1, 1]);
  });

  it("is asked if the note cannot be read, and forgets what has passed", async () => {
    const store = temporaryFolder();
    const file = path.join(store, "cooldowns.json");
    writeFileSync(file, "{");
    const { ask, asked } = agency();
    await withCooldowns(ask, store, () => NOW)(ADDRESS);
    expect(asked).toHaveLength(1);
    await expect(withCooldowns(agency(wanting(1)).ask, store, () => NOW)(ADDRESS)).rejects.toThrow();
    const later = agency(wanting(4), NOW + 5_000);
    await expect(withCooldowns(later.ask, store, () => NOW + 5_000)("https://other.example/")).rejects.toThrow();
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ format: 1, until: { "https://other.example": NOW + 9_000 } });
  });

  it("does not change files and other failures", async () => {
    const store = temporaryFolder();
    await expect(withCooldowns(failing, store, () => NOW)(ADDRESS)).rejects.toThrow("broken");
    const file = path.join(store, "feed.geojson");
    writeFileSync(file, "{}");
    const address = pathToFileURL(file).href;
    expect(await withCooldowns(agency().ask, store, () => NOW)(address)).toMatchObject({ kind: "content" });
  });
});
