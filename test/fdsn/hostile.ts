import * as fc from "fast-check";
import { expect } from "vitest";
import { PARAMETERS } from "../../build/fdsn/parameter-table.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { errorOf } from "./error-of.ts";
import { anyQuery } from "./generated.ts";
import { expectedIds, type Query, shownEvents } from "./oracle.ts";
import { AS_OF, archiveWorld, ask, DAY, idsIn } from "./world.ts";

const events = Array.from({ length: 40 }, (_, at) =>
  agencyEvent({
    id: `us${at}`,
    time: AS_OF - at * DAY,
    magnitude: at % 5 === 0 ? null : at / 5,
    latitude: at * 4 - 80,
    longitude: at * 9 - 180,
  }),
);
const world = archiveWorld(events);
const shown = shownEvents(events);

const ODD_VALUES = [
  "%",
  "%00",
  "%f0%28",
  "\u00e9",
  "\u{1f30b}",
  "NaN",
  "Infinity",
  "1e999",
  "-0",
  "0x10",
  "99999999999999999999",
  "2031-13-01",
  "2031-05-01T25:00:00",
  "0000-00-00",
  "(a+)+$",
  "..",
  "//",
  "a".repeat(3000),
  "?eventid=".repeat(300),
];
const garbage = fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom(...ODD_VALUES));
const names = fc.oneof(garbage, fc.constantFrom(...Object.keys(PARAMETERS), "start", "lat", "magtype"));
const pairs = fc.array(fc.tuple(names, fc.oneof(garbage, fc.constantFrom("1", "true", "text", "2031-05-01"))), { maxLength: 5 });

/** Names and values of any bytes: an answer in the form of the protocol, whatever they are. */
export function assertAnswersAnything(numRuns: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(
      fc.constantFrom("query", "count", "catalogs", "x"),
      pairs,
      anyQuery,
      fc.boolean(),
      async (method, list, query, isMixed) => {
        const valid = isMixed ? Object.entries(query) : [];
        const raw = [...valid, ...list].map(([name, value]) => `${name}=${value}`).join("&");
        const answer = await ask(world, `${method}?${Buffer.from(raw).toString("latin1")}`);
        expect([200, 204, 400, 404]).toContain(answer.status);
        if (answer.status >= 400) errorOf(answer);
      },
    ),
    { numRuns },
  );
}

/** Names of which any other name differs: aliases are another name for the same parameter. */
const KNOWN = new Set(Object.entries(PARAMETERS).flatMap(([name, given]) => [name, "alias" in given ? given.alias : name]));
const NUMBERS = /^(?:min|max)(?:latitude|longitude|depth|magnitude|sig|radius|radiuskm)$|^latitude$|^longitude$|^limit$|^offset$/;

/** A part of a valid query that is changed in one place. */
const changed = fc
  .tuple(anyQuery, fc.nat(), fc.nat(), fc.constantFrom("", "-", "+", ".", "e", "0", "9", "x", " ", ",", "%", "&", "=", "\u0660"))
  .map(([query, which, where, what]): [string, string][] => {
    const list = Object.entries({ ...query, starttime: query["starttime"] ?? "2031-01-01T00:00:00" });
    return list.map(([name, value], at) => {
      if (at !== which % list.length) return [name, value];
      const cut = where % (value.length + 1);
      return [name, value.slice(0, cut) + what + value.slice(cut + 1)];
    });
  });

/** A query with one wrong letter: refused, or answered for what it now says. */
export function assertAnswersNoOther(numRuns: number): Promise<void> {
  return fc.assert(
    fc.asyncProperty(changed, async (list) => {
      const answer = await ask(world, `query?format=text&${String(new URLSearchParams(list))}`);
      if (answer.status === 400) return void errorOf(answer);
      const query = Object.fromEntries(list) as Query;
      for (const [name, value] of list) {
        expect([list, KNOWN.has(name)]).toEqual([list, true]);
        if (NUMBERS.test(name)) expect([list, name, value.trim() !== "" && Number.isFinite(Number(value))]).toEqual([list, name, true]);
      }
      const found = answer.status === 204 ? [] : idsIn(answer);
      expect([list, found]).toEqual([list, expectedIds(shown, normal(query), AS_OF)]);
    }),
    { numRuns },
  );
}

/** Times in the spelling that the oracle reads; other values are as they are. */
function normal(query: Query): Query {
  const times = ["starttime", "endtime", "updatedafter"].flatMap((name) => {
    const text = query[name];
    if (text === undefined) return [];
    const [, day = "", clock = "00:00:00", zone = ""] = /^(.{10})(?:[T ]([\d:.]+?))?([ +-]\d\d:?\d\d|Z)?$/i.exec(text.trim()) ?? [];
    const [hours, decimals = ""] = clock.split(".");
    const offset = zone.toUpperCase() === "Z" ? "Z" : (zone.replace(" ", "+") || "Z").replace(/(\d\d):?(\d\d)$/, "$1:$2");
    const whole = new Date(Date.parse(`${day}T${hours}${offset}`)).toISOString().slice(0, 19);
    return [[name, decimals === "" ? whole : `${whole}.${decimals}`]];
  });
  return { ...query, ...Object.fromEntries(times) };
}
