import { UserError } from "../../platform/error.ts";
import type { Capture } from "../../platform/http/agency-client.ts";
import type { AgencyContext } from "../../store/agency.ts";
import { FdsnClient } from "../fdsn/client.ts";
import { eventAddress } from "../fdsn/query.ts";
import { parseJson } from "../reading.ts";
import { readFeature } from "./feature.ts";
import { readUsgsFeed, type UsgsCapture } from "./geojson.ts";

export const USGS_SERVICE = "https://earthquake.usgs.gov/fdsnws/event/1/";
/** The USGS accepts 500 requests in five minutes. Its own client waits for the same time (libcomcat, PR 261). */
export const SPACING_MS = 600;

/** A capture from the event service, with its bytes. */
export interface UsgsAnswer extends UsgsCapture {
  sent: Capture;
}

/** The USGS's FDSN event service during one run. */
export type UsgsService = FdsnClient<UsgsAnswer>;

/** @param address base of the event service */
export function usgsService(
  address: string,
  { ask, unreadableShare }: Pick<AgencyContext, "ask" | "unreadableShare">,
  spacingMs = SPACING_MS,
): UsgsService {
  const dialect = {
    agency: "usgs",
    address,
    format: "geojson",
    cap: 20_000,
    sendsLimit: false,
    shortNames: false,
    counts: true,
    spacingMs,
  } as const;
  return new FdsnClient(dialect, ask, (sent, where) => {
    if (!sent) throw new UserError("capture-empty", `usgs: ${where} answers nothing`);
    return { ...readUsgsFeed(sent.bytes, where, unreadableShare), sent };
  });
}

/** The service's answer about one event. */
export type EventStatus =
  /** The event is listed, under this id or another one. */
  { kind: "listed"; capture: Pick<UsgsCapture, "events" | "withdrawn"> } | { kind: "deleted" } | { kind: "unknown" };

/**
 * Asks for one event by any of its ids.
 *
 * @param now ms since 1970 UTC
 * @throws as `ask`; `capture-malformed` if the answer is not an event
 */
export async function requestEvent(service: UsgsService, id: string, now: number): Promise<EventStatus> {
  const address = eventAddress(service.dialect, id);
  const reply = await service.request(address, [404, 409]);
  if (reply.kind !== "content") throw new UserError("capture-empty", `usgs: ${address} answers nothing`);
  if (reply.status === 409) return { kind: "deleted" };
  if (reply.status === 404) return { kind: "unknown" };
  const reading = readFeature(parseJson(reply.capture.bytes), now);
  if (reading.kind === "left-out") {
    throw new UserError("capture-malformed", `usgs: ${address} is not an event: ${reading.reason}`);
  }
  if (reading.kind === "withdrawal") return { kind: "listed", capture: { events: [], withdrawn: [reading.withdrawal] } };
  return { kind: "listed", capture: { events: [reading.event], withdrawn: [] } };
}
