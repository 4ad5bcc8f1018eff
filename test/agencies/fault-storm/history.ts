import type { Emulator } from "../emulator/emulator.ts";
import { generateEvents } from "../emulator/generate.ts";
import { generateHazel } from "../emulator/noaa.ts";
import { oneOf, type Random, wholeWithin } from "../emulator/random.ts";
import { idOf, type World, type WorldEvent } from "../emulator/world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What the agencies know when the storm begins: a month of events, and a table of several pages. */
export function beginning(agencies: Emulator, random: Random): void {
  const now = agencies.clock.now();
  const month = { random, from: now - 29 * DAY, to: now, minMagnitude: 1.5 };
  agencies.usgs.world.add(...generateEvents({ ...month, count: 120 }));
  for (const event of agencies.usgs.world.events) tellOthers(agencies, event, random);
  Object.assign(agencies.noaa.state, generateHazel(random, 230));
}

/** Time passes, and at every agency something happens: events come, are revised, renamed, merged and withdrawn. */
export function passTime(agencies: Emulator, random: Random, name: string, step = stepOfTime(random)): void {
  const from = agencies.clock.now();
  agencies.clock.advance(step);
  const to = agencies.clock.now();
  // At least so many that no day is empty.
  const count = wholeWithin(random, 0, 3) + Math.round(step / HOUR);
  const came = agencies.usgs.world.add(...generateEvents({ random, count, from, to, minMagnitude: 1.5, series: name }));
  for (const event of came) tellOthers(agencies, event, random);
  changeSome(agencies.usgs.world, random, to);
  changeSome(agencies.emsc.world, random, to, { renames: false });
  if (random() < 0.05) changeTable(agencies, random);
}

/** Mostly minutes, at times hours, seldom more than a day: the ingester has been switched off. */
function stepOfTime(random: Random): number {
  const kind = random();
  if (kind < 0.7) return wholeWithin(random, MINUTE, 10 * MINUTE);
  if (kind < 0.96) return wholeWithin(random, 10 * MINUTE, 3 * HOUR);
  return wholeWithin(random, 3 * HOUR, 30 * HOUR);
}

/** Some events are located by others too, a little elsewhere and a little later. */
function tellOthers(agencies: Emulator, event: WorldEvent, random: Random): void {
  const parts = (code: string) => ({
    net: "",
    code,
    time: event.time + wholeWithin(random, -3_000, 3_000),
    publishedAt: event.publishedAt,
    updated: event.publishedAt,
    latitude: Math.max(-89, Math.min(89, event.latitude + 0.1)),
    longitude: event.longitude,
    depthKm: event.depthKm,
    mag: event.mag,
    magType: event.magType,
    place: event.place,
  });
  const serial = agencies.emsc.world.events.length + 1;
  if (random() < 0.5) agencies.emsc.world.add(parts(`20310504_${String(serial).padStart(7, "0")}`));
  if (random() < 0.3) agencies.text.world.add(parts(`gfz2031${event.code}`));
}

function changeSome(world: World, random: Random, now: number, { renames = true } = {}): void {
  const recent = world.events.filter((event) => event.status !== "deleted" && event.publishedAt < now && event.time > now - 20 * DAY);
  const some = () => (recent.length < 10 ? undefined : recent.splice(wholeWithin(random, 0, recent.length), 1)[0]);
  for (let n = wholeWithin(random, 0, 4); n > 0; n--) revise(world, some(), random);
  if (random() < 0.1) withEvent(some(), (event) => world.delete(idOf(event), { bare: random() < 0.3 }));
  if (!renames) return;
  if (random() < 0.1) withEvent(some(), (event) => world.changeId(idOf(event), { net: "nc", code: `n${event.code}` }));
  if (random() < 0.1) withEvent(some(), (kept) => withEvent(some(), (gone) => world.merge(idOf(kept), idOf(gone))));
}

function revise(world: World, event: WorldEvent | undefined, random: Random): void {
  if (event === undefined) return;
  const mag = Math.round((1.5 + 4 * random()) * 10) / 10;
  const untold = random() < 0.2 ? { updated: event.updated } : {};
  world.revise(idOf(event), { mag, magType: "ml", status: "reviewed", felt: wholeWithin(random, 0, 90), cdi: 3, ...untold });
}

function withEvent(event: WorldEvent | undefined, change: (event: WorldEvent) => void): void {
  if (event !== undefined) change(event);
}

/** A row is added, one is corrected, one goes. */
function changeTable({ noaa }: Emulator, random: Random): void {
  const { earthquakes } = noaa.state;
  earthquakes.push({
    id: Math.max(...earthquakes.map(({ id }) => id)) + 1,
    year: 2031,
    country: "JAPAN",
    locationName: "JAPAN:  NAGANO",
    latitude: 36.6,
    longitude: 138.2,
  });
  oneOf(random, earthquakes)["deaths"] = wholeWithin(random, 0, 500);
  if (random() < 0.3) earthquakes.splice(wholeWithin(random, 0, earthquakes.length), 1);
}
