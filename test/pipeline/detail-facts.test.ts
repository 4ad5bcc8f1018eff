import { expect, it } from "vitest";
import { earthquakeAnswers } from "../../build/answers/earthquakes.ts";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { detailFacts } from "../../build/pipeline/detail-facts.ts";
import { sha256 } from "../../build/platform/hash.ts";
import { openDerived } from "../../build/store/derived.ts";
import { smallInput, usgs } from "../answers/small-catalogue.ts";
import { historicalRecord, liveEvent } from "../catalogue/make-records.ts";
import { temporaryFolder } from "../support/temporary.ts";

const LONG_AGO = { year: 1950, month: 2, day: 6, hour: 15, minute: 50, second: null };

/** The facts of all details of a build, by id, and the ids of those that it made. */
function build(given: Parameters<typeof smallInput>[0], store: string, code = "a program") {
  const catalogue = assembleCatalogue(smallInput(given));
  const { of, keep } = detailFacts(catalogue, code, openDerived(store));
  const made: string[] = [];
  const facts = new Map<string, ReturnType<typeof of>>();
  for (const answer of earthquakeAnswers(catalogue)) {
    const { event } = answer;
    if (!event) continue;
    const json = () => {
      made.push(event.id);
      return JSON.stringify(answer.body);
    };
    facts.set(event.id, of(event, answer, json));
    expect(facts.get(event.id)?.sha256).toBe(sha256(JSON.stringify(answer.body)));
  }
  keep();
  return { facts, made };
}

it("only the details of changed events are made, unless what all details depend on changes", () => {
  const store = temporaryFolder();
  const near = { latitude: 10, longitude: 20, magnitude: 7 };
  const events = ["us1", "us2"].map((id) => liveEvent({ id, ...near }));
  const historical = [historicalRecord({ id: "qt1", ...near, time: LONG_AGO })];
  const first = build({ live: usgs(events), historical }, store);
  expect(first.made.toSorted()).toEqual(["qt1", "us1", "us2"]);
  expect(first.facts.get("us1")?.neighbours).toEqual([expect.stringMatching(/qt1$/)]);

  const revised = usgs([...events.slice(1), liveEvent({ id: "us1", ...near, feltReports: 9 })]);
  const second = build({ live: revised, historical }, store);
  expect(second.made).toEqual(["us1"]);
  expect(second.facts.get("us2")).toEqual(first.facts.get("us2"));

  expect(build({ live: revised, historical }, store).made).toEqual([]);
  expect(build({ live: revised, historical }, store, "another program").made).toHaveLength(3);
  const found = [...historical, historicalRecord({ id: "qt2", ...near, time: { ...LONG_AGO, year: 1960 } })];
  expect(build({ live: revised, historical: found }, store, "another program").made).toHaveLength(4);
});
