import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { AS_OF, type BenchEvent, syntheticEvents } from "../bench/events.ts";
import { writeFeed } from "../synthetic-tree.ts";

const MINUTE = 60_000;

/** A publisher's folder, with a feed of the USGS that grows when it is told to. */
export interface Month {
  store: string;
  out: string;
  /** Options of the program for this configuration, store and tree. */
  options: readonly string[];
  /** Writes the feed of the next minute. @param more new events in it */
  minute: (more: number) => void;
}

/** A month of so many synthetic events: the same count, the same events. */
export function monthOf(dir: string, count: number): Month {
  mkdirSync(dir, { recursive: true });
  const [feed, config] = [join(dir, "feed.geojson"), join(dir, "config.json")];
  // What is kept beside the tree lies in its parent folder.
  const [store, out] = [join(dir, "store"), join(dir, "published", "tree")];
  writeFileSync(config, JSON.stringify({ agencies: { usgs: { feed: pathToFileURL(feed).href } } }));
  const month = syntheticEvents(count);
  const later = [...syntheticEvents(1000)];
  let [events, asOf] = [month, AS_OF];
  writeFeed(feed, events, asOf);
  const newEvent = (at: number): BenchEvent => {
    const like = later.pop();
    if (!like) throw new Error("there are no more events for later minutes");
    return { ...like, id: `us7zz${later.length}`, time: asOf - at * 1000 };
  };
  return {
    store,
    out,
    options: ["--config", config, "--store", store, "--out", out],
    minute: (more) => {
      asOf += MINUTE;
      events = [...Array.from({ length: more }, (_, at) => newEvent(at + 1)), ...events];
      writeFeed(feed, events, asOf);
    },
  };
}
