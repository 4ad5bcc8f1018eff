import { COUNTRY_CODES } from "../../build/contract/vocabulary.ts";
import { createRandom, type Random } from "../bench/random.ts";

/** A kind of caller: its share of all requests, and what it asks for. */
export interface CallerKind {
  name: string;
  /** Of all requests. */
  share: number;
  /** What the page says of it. */
  about: string;
}

/**
 * Who asks, and for what. These shares are assumptions, made up for the purpose: nobody has run this at such a size yet. They
 * are on the page beside the figures that follow.
 */
export const MIX: readonly CallerKind[] = [
  {
    name: "maps",
    share: 0.4,
    about:
      "open maps, each asking every 30 s for the feed of its window: the day 6 times of 10, the week 2, the hour 1, the month 1; every second answer is a 304, since there is a new snapshot once a minute",
  },
  {
    name: "lists",
    share: 0.25,
    about: "lists with common parameters: 60 combinations, the n-th asked for 1/n as often as the first",
  },
  { name: "countries", share: 0.08, about: "lists of a country: 250 countries, likewise" },
  { name: "details", share: 0.09, about: "single earthquakes: 2,000 of them, likewise" },
  { name: "search", share: 0.05, about: "searches for one of 2,000 words, likewise" },
  { name: "distinct", share: 0.02, about: "queries that nobody has asked before" },
  { name: "pages", share: 0.08, about: "pages and what they load" },
  {
    name: "mirrors",
    share: 0.03,
    about: "mirrors and clients that read the tree itself, asking for the record and what is new by the minute",
  },
];

/** A request. */
export interface Asked {
  kind: string;
  /** Path and query. */
  target: string;
  /** What a cache keeps it under: other than the target where the same path stands for one that changes with every minute. */
  key: string;
}

/** What a tree has that callers can ask for. */
export interface Askable {
  /** Addresses of single earthquakes. */
  details: readonly string[];
  words: readonly string[];
  pages: readonly string[];
  /** What a mirror asks for at each minute, and whether that is another file each time. */
  mirror: readonly { path: string; eachMinute: boolean }[];
}

/** Draws requests by the mix. The same seed gives the same requests. */
export function createCallers(seed: number, { details, words, pages, mirror }: Askable): (time: number) => Asked {
  const random = createRandom(seed);
  const kinds = cumulated(MIX.map(({ share }) => share));
  const popular = {
    lists: zipf(LISTS.length),
    countries: zipf(COUNTRY_CODES.length),
    details: zipf(details.length),
    words: zipf(words.length),
  };
  let number = 0;
  const targetOf: Record<string, () => string> = {
    maps: () => `/api/live-feed/?hours=${HOURS[drawn(WINDOWS, random)]}`,
    lists: () => LISTS[drawn(popular.lists, random)] ?? "",
    countries: () => `/api/v1/earthquakes/?hours=720&country=${COUNTRY_CODES[drawn(popular.countries, random)]}`,
    details: () => details[drawn(popular.details, random)] ?? "",
    search: () => `/api/v1/search/?q=${encodeURIComponent(words[drawn(popular.words, random)] ?? "")}`,
    distinct: () => distinctQuery(++number),
    pages: () => random.pick(pages),
  };
  return (time) => {
    const kind = MIX[drawn(kinds, random)]?.name ?? "";
    if (kind !== "mirrors") {
      const target = targetOf[kind]?.() ?? "";
      return { kind, target, key: target };
    }
    const { path, eachMinute } = random.pick(mirror);
    return { kind, target: path, key: eachMinute ? `${path} ${Math.floor(time / 60_000)}` : path };
  };
}

/** A query that is like no other: every magnitude between two hundredths is a new one. */
export function distinctQuery(number: number): string {
  return `/api/v1/earthquakes/?hours=720&min_mag=2.${String(number).padStart(9, "0")}1`;
}

/** New queries are alike to a host but for the number in them: the first thousand are asked, the rest taken to be like them. */
const DISTINCT_ASKED = 1_000;

/** What to ask a host for, to know what it says to a request. */
export function representative({ kind, target }: Asked): string {
  if (kind !== "distinct") return target;
  const number = Number(/\.(\d+)1$/.exec(target)?.[1] ?? 0) % DISTINCT_ASKED;
  return target.replace(/\.\d+1$/, `.${String(number).padStart(9, "0")}1`);
}

const HOURS = [24, 168, 1, 720];
const WINDOWS = cumulated([0.6, 0.2, 0.1, 0.1]);

/** Combinations that a map, a script or a page would ask for. The first are the defaults. */
const LISTS: readonly string[] = [
  "/api/recent/",
  "/api/v1/earthquakes/",
  "/api/v1/stats/",
  ...[1, 24, 168, 720].flatMap((hours) =>
    [0, 2.5, 4.5, 6].map((from) => `/api/v1/earthquakes/?hours=${hours}&min_mag=${from}`),
  ),
  ...[0, 2.5, 4.5, 6].map((from) => `/api/recent/?min_magnitude=${from}`),
  ...[10, 20, 100, 200].map((limit) => `/api/recent/?limit=${limit}`),
  ...[1, 2, 3, 5, 7, 14, 30].flatMap((days) =>
    [1, 3, 4, 5].map((from) => `/api/v1/earthquakes/?days=${days}&min_mag=${from}`),
  ),
  ...[100, 200, 300, 400, 500].map((offset) => `/api/v1/earthquakes/?hours=720&limit=100&offset=${offset}`),
];

function cumulated(weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  let sum = 0;
  return weights.map((weight) => (sum += weight) / all);
}

/** Chances of the first, second, … of so many: 1, 1/2, 1/3, … */
export function zipf(count: number): number[] {
  return cumulated(Array.from({ length: count }, (_, at) => 1 / (at + 1)));
}

/** Which of the things with such cumulated chances. */
export function drawn(chances: readonly number[], random: Random): number {
  const value = random.next();
  let [low, high] = [0, chances.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((chances[middle] as number) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}
