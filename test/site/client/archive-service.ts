import type { EventService } from "../../../build/hosts/browser/event-service.ts";
import type { UsgsEvent } from "../../../build/store/records.ts";
import { archiveWorld, ask, type WorldOptions } from "../../fdsn/world.ts";

/** The event service over an archive of events, as the module in a browser gives it. */
export function archiveService(events: readonly UsgsEvent[], options: WorldOptions): EventService {
  const world = archiveWorld(events, options);
  return async (target) => {
    const { status, headers, text } = await ask(world, target);
    return new Response(status === 204 ? null : text, { status, headers });
  };
}
