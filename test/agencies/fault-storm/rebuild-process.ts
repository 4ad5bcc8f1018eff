import { loadConfig } from "../../../build/config/config.ts";
import { ingest } from "../../../build/pipeline/ingest.ts";
import { rebuild } from "../../../build/pipeline/rebuild.ts";
import { UserError } from "../../../build/platform/error.ts";
import { createAgencyClient } from "../../../build/platform/http/agency-client.ts";
import { mulberry32 } from "../../../build/platform/random.ts";
import { worldOfFew } from "../../pipeline/few-countries.ts";
import { contactOf } from "./contact.ts";
import type { Ended, Message, Order, Work } from "./rebuilder.ts";

const [configFile = "", store = "", out = ""] = process.argv.slice(2);
const config = loadConfig(configFile);
// Faults and kills strike agencies, the store and the tree; pages of countries only take time.
const geographyFor = worldOfFew(["CL", "GR", "ID", "JP", "TR", "US"]);
let clock = 0;
const now = () => clock;
const say = (message: Message) => process.send?.(message);
const report = { step: (what: string) => say({ kind: "step", what }), progress() {}, warn() {} };

const ask = createAgencyClient({
  fetch,
  // A request of a process that was killed may reach the agency only when the next one works.
  contact: contactOf(process.pid),
  now,
  // Waits take no time but that of the agencies.
  sleep: (ms) => {
    clock += ms;
    return Promise.resolve();
  },
  random: mulberry32(1),
  timeoutMs: config.thresholds.timeout_s * 1000,
  maxBytes: config.thresholds.capture_mb * 1e6,
  report,
});

async function work(what: Work): Promise<Ended> {
  try {
    if (what === "ingest") {
      const { ok } = await ingest({ config, store, now, ask, report });
      return { kind: "report", outcome: ok ? "ingested" : "ingested in part" };
    }
    const { outcome, error } = await rebuild({ config, store, out, now, ask, geographyFor, report });
    return error === null ? { kind: "report", outcome } : { kind: "error", ...error };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { kind: "error", code: error.code, message: error.message };
  }
}

process.on("message", (order: Order) => {
  clock = order.now;
  void work(order.work).then((ended) => say({ kind: "ended", ended, now: clock }));
});
