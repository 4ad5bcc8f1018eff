import type { CountryLocator } from "../../../build/catalogue/locate/locate-country.ts";
import type { NamedEvent } from "./named-events.ts";
import { mayBeIn } from "./position-grain.ts";

/** An event that is not located in the country that its agency names. */
export interface Disagreement extends NamedEvent {
  /** The located country, "" where there is none. */
  located: string;
  relation: "inside" | "offshore" | "none";
}

/** Numbers of events, each with those before it. */
export interface Count {
  events: number;
  /** Located in the country that the agency names. */
  named: number;
  /** Or in another that it names for the same event. */
  alsoNamed: number;
  /** Or in one of them as well, for all that the digits of the position tell. */
  withinGrain: number;
}

export interface Agreement {
  onLand: Count;
  all: Count;
  /** In the order of the events; those that agree in one of the further senses, too. */
  disagreements: (Disagreement & { sense: "alsoNamed" | "withinGrain" | null })[];
}

/** Compares the located with the named country. On land: inside a polygon. */
export function agreementOf(events: readonly NamedEvent[], locate: CountryLocator): Agreement {
  const agreement: Agreement = { onLand: noEvents(), all: noEvents(), disagreements: [] };
  for (const event of events) {
    const found = locate(event.latitude, event.longitude);
    const counts = found?.relation === "inside" ? [agreement.all, agreement.onLand] : [agreement.all];
    const sense = senseOf(event, found?.iso2, locate);
    for (const count of counts) add(count, sense);
    if (sense === "named") continue;
    const located = { located: found?.iso2 ?? "", relation: found?.relation ?? ("none" as const) };
    agreement.disagreements.push({ ...event, ...located, sense });
  }
  return agreement;
}

function noEvents(): Count {
  return { events: 0, named: 0, alsoNamed: 0, withinGrain: 0 };
}

type Sense = Exclude<keyof Count, "events">;

/** The strictest sense in which the event agrees. */
function senseOf(event: NamedEvent, located: string | undefined, locate: CountryLocator): Sense | null {
  const { named, alsoNamed } = event;
  if (located !== undefined && named.includes(located)) return "named";
  if (located !== undefined && alsoNamed.includes(located)) return "alsoNamed";
  return mayBeIn([...named, ...alsoNamed], event, locate) ? "withinGrain" : null;
}

function add(count: Count, sense: Sense | null): void {
  count.events++;
  if (sense === "named") count.named++;
  if (sense === "named" || sense === "alsoNamed") count.alsoNamed++;
  if (sense !== null) count.withinGrain++;
}
