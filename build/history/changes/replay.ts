import type { ChangedEarthquake } from "../../contract/resources/resources.ts";
import type { Bodies, EventChanges } from "./compare.ts";
import { withField } from "./fields.ts";
import { stateOf } from "./states.ts";

/** Events by id, with the fields that changes have. */
type States = ReadonlyMap<string, ChangedEarthquake>;

/**
 * The events after some changes, given those before.
 *
 * @throws Error if the changes are not of these events
 */
function replay(before: States, { added, revised, withdrawn, left_window }: EventChanges): States {
  const states = new Map(before);
  const take = (id: string) => {
    const state = states.get(id);
    if (!state) throw new Error(`there is no event ${id}`);
    states.delete(id);
    return state;
  };
  for (const { event_id: id } of [...withdrawn, ...left_window]) take(id);
  for (const { event_id: id, changes } of revised) {
    const former = changes.event_id?.before;
    const state = take(typeof former === "string" ? former : id);
    states.set(id, Object.entries(changes).reduce(changed, state));
  }
  for (const state of added) {
    if (states.has(state.event_id)) throw new Error(`there is an event ${state.event_id} already`);
    states.set(state.event_id, state);
  }
  return states;
}

function changed(state: ChangedEarthquake, [field, { after }]: [string, { after: unknown }]): ChangedEarthquake {
  return withField(state, field, after) as ChangedEarthquake;
}

/** @throws Error if the changes do not lead from the one to the other exactly */
export function assertReplay(before: Bodies, after: Bodies, changes: EventChanges): void {
  const replayed = replay(statesOf(before), changes);
  const wanted = statesOf(after);
  const other = [...wanted].find(([id, state]) => JSON.stringify(replayed.get(id)) !== JSON.stringify(state));
  if (other || replayed.size !== wanted.size) throw new Error("they are wrong, which is a bug in the program");
}

function statesOf(bodies: Bodies): Map<string, ChangedEarthquake> {
  return new Map([...bodies].map(([id, body]) => [id, stateOf(body)]));
}
