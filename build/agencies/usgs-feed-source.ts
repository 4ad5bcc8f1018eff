import { createHash } from "node:crypto";
import { UserError } from "../error.ts";
import type { AgencyContext, AgencySource, Change, Outcome } from "./agency.ts";
import { judgeCapture } from "./judge.ts";
import type { AgencyEvent } from "./records.ts";
import type { UsgsState } from "./state.ts";
import { takeIn } from "./take-in.ts";
import { readUsgsFeed, USGS_FEED } from "./usgs.ts";
import { readUsgsState, writeUsgsState } from "./usgs-state-file.ts";

/** The USGS by one of its feeds, whole each time. */
export function usgsFeedSource({ feed = USGS_FEED }: { feed?: string | undefined }): AgencySource {
  return { agency: "usgs", ingest: (context) => ingest(feed, context) };
}

async function ingest(address: string, context: AgencyContext): Promise<Outcome> {
  const state = await readUsgsState(context.store);
  context.report.step(`reading usgs from ${address}`);
  try {
    return await read(address, state, context);
  } catch (error) {
    if (!(error instanceof UserError) || error.code.startsWith("store-")) throw error;
    const { code, message, hint } = error;
    const reason = message.replace(/^usgs: /, "");
    const setAside = [{ what: address, code, reason, ...(hint === undefined ? {} : { hint }) }];
    return { ...outcome("set-aside", address, state), setAside };
  }
}

async function read(address: string, state: UsgsState | undefined, context: AgencyContext): Promise<Outcome> {
  const { ask, now, store, report, unreadableShare } = context;
  const reply = await ask(address);
  if (reply.kind !== "content") return outcome("unchanged", address, state);
  const { bytes } = reply.capture;
  const capture = readUsgsFeed(bytes, address, unreadableShare);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (state?.capture.sha256 === sha256) return outcome("unchanged", address, state);
  const objection = judgeCapture(state, capture, address, now());
  if (objection) throw objection;
  const next = takeIn(state, capture, { address, retrievedAt: now(), sha256, bytes: bytes.length }).state;
  if (capture.features === 0) report.warn("usgs: the capture lists no events");
  await writeUsgsState(store, next);
  const { leftOut, doubtful } = capture;
  return { ...outcome("taken-in", address, next), changes: changesBetween(state, next), leftOut, doubtful };
}

function outcome(kind: Outcome["outcome"], address: string, state: UsgsState | undefined): Outcome {
  return {
    agency: "usgs",
    outcome: kind,
    addresses: [address],
    asOf: state?.capture.generated ?? null,
    records: state?.events.length ?? 0,
    changes: [],
    setAside: [],
    leftOut: {},
    doubtful: {},
  };
}

function changesBetween(before: UsgsState | undefined, after: UsgsState): Change[] {
  const owner = new Map((before?.events ?? []).flatMap((event) => event.ids.map((id) => [id, event] as const)));
  const changes = after.events.flatMap((event): Change[] => {
    const former = [...new Set(event.ids.flatMap((id) => owner.get(id) ?? []))];
    const [only] = former;
    if (!only) return [{ kind: "added", id: event.id }];
    if (former.length > 1) {
      const from = former.map(({ id }) => id).filter((id) => id !== event.id);
      return [{ kind: "merged", id: event.id, from }];
    }
    const fields = differing(only, event);
    return fields.length === 0 ? [] : [{ kind: "revised", id: event.id, fields }];
  });
  const gone = new Set(after.withdrawn.flatMap(({ ids }) => ids));
  const withdrawn = (before?.events ?? []).filter(({ id }) => gone.has(id));
  return [...changes, ...withdrawn.map(({ id }): Change => ({ kind: "withdrawn", id, evidence: "status deleted" }))];
}

function differing(a: AgencyEvent, b: AgencyEvent): string[] {
  const keys = Object.keys(b) as (keyof AgencyEvent)[];
  return keys.filter((key) => JSON.stringify(a[key]) !== JSON.stringify(b[key]));
}
