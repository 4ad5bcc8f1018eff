import type { Catalogue, CatalogueEvent, RecentEvent } from "../catalogue/catalogue.ts";
import { RESOURCES } from "../contract/resources/resources.ts";
import { countryLists } from "./countries.ts";
import { detailWriter, listAnswers } from "./earthquakes.ts";
import { ENDPOINT_TEXTS } from "./openapi/descriptions.ts";
import { type Answer, earthquake } from "./records.ts";
import { serviceAnswers } from "./service.ts";

/** The answers that many events make and change: lists, counts, and the description of the API. They are not checked. */
export function* commonAnswers(catalogue: Catalogue, grid: boolean): Iterable<Answer> {
  yield* serviceAnswers(catalogue);
  yield* listAnswers(catalogue, grid);
  yield* countryLists(catalogue);
}

/** @throws InvalidAnswer */
export function assertValidAnswer({ endpoint, body, request }: Answer): void {
  const { resource } = ENDPOINT_TEXTS[endpoint.id];
  assertValid(resource, body, request);
}

/** A body that violates the contract: an error of this program. It is never published. */
class InvalidAnswer extends Error {
  constructor(request: string, reason: string) {
    super(`the answer to ${request} breaks its schema: ${reason}`);
    this.name = "InvalidAnswer";
  }
}

/** @throws InvalidAnswer naming the request, the place in the body and the reason */
export function assertValid(resource: string, body: unknown, request: string): void {
  const schema = RESOURCES[resource];
  if (!schema) throw new InvalidAnswer(request, `there is no schema ${resource}`);
  const checked = schema.safeParse(body);
  if (checked.success) return;
  const [issue] = checked.error.issues;
  throw new InvalidAnswer(request, `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unknown"}`);
}

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
