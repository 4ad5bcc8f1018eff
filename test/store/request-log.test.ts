import { describe, expect, it } from "vitest";
import type { AgencyClient } from "../../build/platform/http/agency-client.ts";
import { CoolingDown, RateLimited } from "../../build/platform/http/retry.ts";
import { silentReport } from "../../build/platform/report.ts";
import { type AgencySource, ingestWithLog, type SourceOutcome } from "../../build/store/agency.ts";
import { withCooldowns } from "../../build/store/cooldown.ts";
import { NO_CELLS } from "../../build/store/derive.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { makeOutcome } from "./make-outcome.ts";

const NOW = Date.UTC(2026, 10, 21);
const FEED = "https://agency.example/feed";
const SAID: SourceOutcome = makeOutcome({ agency: "zz", outcome: "unchanged", records: 0 });

/** A source that asks for all of these and takes what comes. */
function source(...addresses: string[]): AgencySource {
  return {
    agency: "zz",
    ingest: async ({ ask }) => {
      for (const address of addresses) await ask(address).catch(() => null);
      return SAID;
    },
  };
}

function run(asking: AgencySource, ask: AgencyClient): ReturnType<typeof ingestWithLog> {
  const context = { store: temporaryFolder(), now: () => NOW, report: silentReport, unreadableShare: 0.5, derive: NO_CELLS };
  return ingestWithLog(asking, { ...context, ask: withCooldowns(ask, context.store, context.now) });
}

const brokenAtTwo: AgencyClient = async (address) => {
  if (address.endsWith("2")) throw new Error("broken");
  return { kind: "nothing" };
};

const throttled: AgencyClient = async (address, { closedUntil } = {}) => {
  const { origin } = new URL(address);
  if (closedUntil?.has(origin)) throw new CoolingDown(origin, NOW + 60_000);
  throw new RateLimited(origin, `${address} answers 429`, NOW + 60_000);
};

const sentOn: AgencyClient = async () => {
  throw new CoolingDown("https://mirror.example", NOW + 60_000);
};

describe("what a run asked", () => {
  it("is every address, in order, with any result", async () => {
    const outcome = await run(source(FEED, `${FEED}2`, "file:///saved"), brokenAtTwo);
    expect(outcome).toEqual({ ...SAID, addresses: [FEED, `${FEED}2`, "file:///saved"] });
  });

  it("excludes addresses that were not requested because the agency asked to wait", async () => {
    expect((await run(source(FEED, `${FEED}2`), throttled)).addresses).toEqual([FEED]);
  });

  it("is the origin of a redirect to a host in cooldown", async () => {
    expect((await run(source(FEED), sentOn)).addresses).toEqual([FEED]);
  });
});
