import { describe, expect, it } from "vitest";
import { magnitudesFrom } from "../../../../build/site/tools/client/archive.ts";
import { agencyEvent } from "../../../agencies/make-event.ts";
import { AS_OF, archiveWorld, ask, DAY, type WorldOptions } from "../../../fdsn/world.ts";

const events = [5.2, 4.5, 4.4, 6, 3].map((magnitude, at) =>
  agencyEvent({
    id: `us${at}`,
    time: AS_OF - at * 20 * DAY,
    magnitude,
    latitude: at === 1 ? -10 : 40,
    longitude: 140,
    ...(at === 3 && { type: "quarry blast" }),
  }),
);

/** The event service over a world, as a module in a browser gives it. */
function serviceOf(options: WorldOptions) {
  const world = archiveWorld(events, options);
  return async (target: string) => {
    const { status, headers, text } = await ask(world, target);
    return new Response(status === 204 ? null : text, { status, headers });
  };
}

const since = Date.UTC(1973, 0, 1);
const part = serviceOf({
  complete: [
    { from: AS_OF - 30 * DAY, to: AS_OF, magnitude: null },
    { from: since, to: AS_OF - 30 * DAY, magnitude: 4.4 },
  ],
});

describe("magnitudes of the archive", () => {
  it("are of all earthquakes since it is complete for the least magnitude", async () => {
    expect(await magnitudesFrom(part, 4.4, undefined, 100)).toEqual({
      magnitudes: [5.2, 4.5, 4.4],
      since,
      asOf: AS_OF,
    });
    expect(await magnitudesFrom(part, 4.4, "JP", 100)).toMatchObject({ magnitudes: [5.2, 4.4], since });
    expect(await magnitudesFrom(part, 4, undefined, 100)).toMatchObject({
      magnitudes: [5.2, 4.5],
      since: AS_OF - 30 * DAY,
    });
    expect(await magnitudesFrom(part, 9, undefined, 100)).toMatchObject({ magnitudes: [] });
  });

  it("are absent if there are too many, or none for which it is complete", async () => {
    expect(await magnitudesFrom(part, 4.4, undefined, 3)).toEqual({ absent: "many" });
    const none = serviceOf({ complete: [{ from: since, to: AS_OF, magnitude: 4.5 }] });
    expect(await magnitudesFrom(none, 4.4, undefined, 100)).toEqual({ absent: "incomplete" });
    expect(await magnitudesFrom(serviceOf({ complete: [] }), 9, undefined, 100)).toEqual({ absent: "incomplete" });
  });

  it("are not told if the service cannot be read", async () => {
    const broken = async () => new Response("no", { status: 503 });
    expect(await magnitudesFrom(broken, 5, undefined, 100)).toBeUndefined();
    const missing = async () => new Response("no", { status: 404 });
    expect(await magnitudesFrom(missing, 5, undefined, 100)).toEqual({ absent: "incomplete" });
  });
});
