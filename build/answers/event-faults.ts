import type { Catalogue, CatalogueEvent, RecentEvent } from "../catalogue/catalogue.ts";
import { assertValid } from "./answers.ts";
import { detailWriter } from "./earthquakes.ts";
import { earthquake } from "./records.ts";

/** An event with an answer that cannot be written. */
export interface EventFault {
  id: string;
  /** All other ids of the event. */
  aliases: readonly string[];
  /** A sentence for people: the answer, the place in it, and the error. */
  reason: string;
}

/** The events with an answer that cannot be written or would violate its schema. */
export function eventFaults(catalogue: Catalogue): EventFault[] {
  const detail = detailWriter(catalogue);
  return catalogue.events.flatMap((event) => {
    const reason = faultOf(event, detail);
    return reason === undefined ? [] : [{ id: event.id, aliases: event.aliases, reason }];
  });
}

function faultOf(event: CatalogueEvent, detail: (event: CatalogueEvent) => unknown): string | undefined {
  try {
    assertValid("EarthquakeDetail", detail(event), `/api/v1/earthquakes/${event.id}/`);
    if (event.recent) assertValid("Earthquake", earthquake(event as RecentEvent), `the record of ${event.id}`);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
