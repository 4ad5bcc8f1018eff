import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../build/config/config.ts";
import { buildInputs } from "../../../build/pipeline/load/inputs.ts";
import type { Outcome } from "../../../build/store/agency.ts";
import { recordSnapshot } from "../../../build/store/last-snapshot.ts";
import { noteOutcome } from "../../../build/store/run-notes.ts";
import { temporaryFolder } from "../../support/temporary.ts";

const { agencies } = parseConfig("{}", "q.json");
const none = { asOf: null, records: 0, changes: [], leftOut: {}, doubtful: {}, addresses: ["https://agency.example/"] };
const rejected = [{ what: "usgs", code: "agency-unreachable", reason: "no network" }];

/** A store in which the only run of an agency ended so. */
async function storeAfter(outcome: Outcome["outcome"]): Promise<string> {
  const store = temporaryFolder();
  await noteOutcome(store, { ...none, agency: "usgs", outcome, rejected: outcome === "rejected" ? rejected : [] }, 0);
  return store;
}

describe("a store without data", () => {
  it("gives way to the embedded data if no agency has ever answered", async () => {
    const store = await storeAfter("rejected");
    expect(await buildInputs({ store, agencies })).toMatchObject({ from: "embedded", isSample: true });
  });

  it("is an error if live data are needed, if it does not exist, and if its data are lost", async () => {
    const empty = { code: "store-empty" };
    const store = await storeAfter("rejected");
    await expect(buildInputs({ store, agencies, needsLive: true })).rejects.toMatchObject(empty);
    await expect(buildInputs({ store: join(store, "none"), agencies })).rejects.toMatchObject(empty);
    await expect(buildInputs({ store: await storeAfter("applied"), agencies })).rejects.toMatchObject(empty);
    await recordSnapshot(store, { id: "0".repeat(16), sequence: 1 });
    await expect(buildInputs({ store, agencies })).rejects.toMatchObject(empty);
  });
});
