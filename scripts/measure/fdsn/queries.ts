import { mulberry32 } from "../../../build/platform/random.ts";
import { DAY_MS } from "../../../build/platform/time.ts";
import { AS_OF, CLUSTERS, countryOf, idOf } from "./synthetic.ts";

const random = mulberry32(21);

function day(back: number): string {
  return new Date(AS_OF - back * DAY_MS).toISOString().slice(0, 10);
}

function window(days: number): string {
  const back = 60 + days + random() * 9000;
  return `starttime=${day(back)}&endtime=${day(back - days)}`;
}

function cluster(): readonly [number, number] {
  return CLUSTERS[Math.floor(random() * CLUSTERS.length)] ?? [0, 0];
}

function box(degrees = 5): string {
  const [south, west] = cluster();
  const [north, east] = [south + degrees, west + degrees];
  return `minlatitude=${south}&maxlatitude=${north}&minlongitude=${west}&maxlongitude=${east}`;
}

function circle(): string {
  const [south, west] = cluster();
  return `latitude=${south}&longitude=${west}&maxradius=4`;
}

function country(): string {
  for (;;) {
    const [south, west] = cluster();
    const code = countryOf(south + 3, west + 3);
    if (code !== null) return `country=${code}`;
  }
}

/** Families of queries, each with parameters that differ from one call to the next. */
export function families(events: number): Readonly<Record<string, () => string>> {
  const query = (rest: string) => `query?format=text&${rest}`;
  return {
    "the newest 100": () => query("limit=100"),
    "magnitude 2.5 and more, the last day": () => query(`limit=500&minmagnitude=2.5&starttime=${day(1)}`),
    "magnitude 4.5 and more, the last month": () => query(`limit=500&minmagnitude=4.5&starttime=${day(30)}`),
    "magnitude 5 and more, the last year, 500": () => query(`limit=500&minmagnitude=5&starttime=${day(365)}`),
    "a window of a day, oldest first, 500": () => query(`limit=500&${window(1)}&orderby=time-asc`),
    "a window of a year, magnitude 3 and more, 500": () => query(`limit=500&${window(365)}&minmagnitude=3`),
    "a country, a month, 100": () => query(`limit=100&${window(30)}&${country()}`),
    "a country, the last month, 100": () => query(`limit=100&starttime=${day(30)}&${country()}`),
    "a box of 5 degrees, a month, 100": () => query(`limit=100&${window(30)}&${box()}`),
    "a box of 5 degrees, ten years, 500": () => query(`limit=500&starttime=${day(3650)}&${box()}`),
    "a box of half a degree, all times, 500": () => query(`limit=500&starttime=1977-01-01&${box(0.5)}`),
    "a circle of 4 degrees, ten years, magnitude 4.5 and more": () =>
      query(`limit=100&minmagnitude=4.5&starttime=${day(3650)}&${circle()}`),
    "deeper than 400 km, a year, 100": () => query(`limit=100&${window(365)}&mindepth=400`),
    "quarry blasts, a month, 100": () => query(`limit=100&${window(30)}&eventtype=quarry%20blast`),
    "an id": () => query(`eventid=${idOf(Math.floor(random() * events))}`),
    "the 20 largest of all times": () => query("limit=20&starttime=1977-01-01&orderby=magnitude"),
    "a count of a year": () => `count?${window(365)}`,
    "a count of a box, a year": () => `count?${window(365)}&${box()}`,
  };
}

/** The usual queries: 100 events as text, by time, magnitude, country or box. */
export function usualQueries(): string[] {
  const base = "query?format=text&limit=100";
  return [
    base,
    ...[1, 2.5, 4.5].map((least) => `${base}&minmagnitude=${least}`),
    ...[1, 7, 30].map((back) => `${base}&starttime=${day(back)}`),
    ...[7, 30].map((back) => `${base}&starttime=${day(back)}&minmagnitude=2.5`),
    `${base}&starttime=${day(365)}&minmagnitude=5`,
    `${base}&starttime=${day(3650)}&minmagnitude=6`,
    `${base}&starttime=${day(30)}&orderby=magnitude`,
    `${base}&starttime=${day(30)}&orderby=time-asc`,
    `${base}&starttime=${day(30)}&eventtype=earthquake`,
    `${base}&starttime=${day(60)}&endtime=${day(50)}`,
    `${base}&starttime=${day(30)}&${country()}`,
    `${base}&starttime=${day(30)}&${box()}`,
    `${base}&starttime=${day(365)}&${box()}`,
    `${base}&starttime=${day(30)}&${circle()}`,
    `${base}&offset=101`,
  ];
}
