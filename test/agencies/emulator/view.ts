import type { View } from "./answer.ts";
import type { Strike } from "./faults.ts";

/** How a request sees the agency through the faults that touch its data and its clock. */
export function viewThrough<State>(state: State, now: number, strikes: readonly Strike[]): View<State> {
  let view: View<State> = { now, clock: now, state, select: (list) => [...list], otherIds: false, drift: 0 };
  for (const strike of strikes) view = struck(view, strike);
  return view;
}

function struck<State>(view: View<State>, { fault, before, frozen }: Strike): View<State> {
  const { select } = view;
  switch (fault.kind) {
    case "stale":
      return { ...view, state: frozen as State };
    case "empty":
      return { ...view, select: () => [] };
    case "shrinking": {
      const share = fault.keep ** (before + 1);
      return { ...view, select: (list) => firstOf(select(list), share) };
    }
    case "omits":
      return { ...view, select: (list) => select(list).filter(({ ids }) => !ids?.some((id) => fault.ids.includes(id))) };
    case "clock-back":
      return { ...view, clock: view.clock - fault.ms };
    case "other-ids":
      return { ...view, otherIds: true };
    case "paging-drift":
      return { ...view, drift: view.drift + before };
    default:
      return view;
  }
}

function firstOf<T>(list: T[], share: number): T[] {
  return list.slice(0, Math.floor(list.length * share));
}

/** Whether a fault of that kind changes what the agency says rather than how it arrives. */
export function touchesData({ fault }: Strike): boolean {
  return ["stale", "empty", "shrinking", "omits", "clock-back", "other-ids", "paging-drift"].includes(fault.kind);
}
