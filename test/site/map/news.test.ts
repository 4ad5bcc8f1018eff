import { expect, it } from "vitest";
import type { ListedEarthquake } from "../../../build/site/earthquakes/table.ts";
import { createNews } from "../../../build/site/map/client/news.ts";

const quake = (id: string) => ({ id }) as ListedEarthquake;

it("what comes after a selection was opened is new, whichever selection it comes in", () => {
  const news = createNews(() => 7);
  expect(news.note("day", [quake("a")])).toEqual([]);
  expect(news.note("week", [quake("a"), quake("b")])).toEqual([]);
  expect(news.note("day", [quake("c"), quake("a")])).toEqual([quake("c")]);
  expect(news.note("week", [quake("c"), quake("a"), quake("b")])).toEqual([]);
  expect([...news.arrivals]).toEqual([["c", 7]]);
});
