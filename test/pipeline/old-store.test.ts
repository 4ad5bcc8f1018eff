import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { readUsgsState } from "../../build/agencies/usgs/state.ts";
import { parseConfig } from "../../build/config/config.ts";
import { statusSchema } from "../../build/contract/wire/status.ts";
import { askOf } from "../../build/pipeline/ingest.ts";
import { rebuild } from "../../build/pipeline/rebuild.ts";
import { silentReport } from "../../build/platform/report.ts";
import { openTree } from "../../build/tree/read.ts";
import { feature, feed } from "../agencies/usgs-feed.ts";
import { applied, captureFile, freshStore, NOW, run } from "./taking-in.ts";

const now = () => NOW;

it("a record that no answer can hold, in a store of an earlier version, is left out alone and named in the status", async () => {
  const store = freshStore();
  const out = `${store}-tree`;
  const ids = ["us1", "us2", "us3"];
  const features = ids.map((id, at) => feature({ id, coordinates: [20, 40 + at, 5], properties: { sig: 101 + at, url: null } }));
  const feedFile = captureFile(feed(features));
  await run(feedFile, store);
  const state = path.join(store, "usgs/state.json");
  const text = readFileSync(state, "utf8").replace('"significance":101', '"significance":12.5');
  const secret = "https://user:secret@example.org/";
  writeFileSync(state, text.replace(/"url":null(?=.*"significance":102)/, `"url":"${secret}"`));

  const agencies = { usgs: { feed: pathToFileURL(feedFile).href } };
  const config = parseConfig(JSON.stringify({ agencies, tree: { event_pages: "none" } }), "q.json");
  const ask = askOf(config, silentReport, now);
  const rebuilt = await rebuild({ config, store, out, now, ask, report: silentReport });

  expect(rebuilt).toMatchObject({ outcome: "stale", error: null });
  expect(rebuilt.build?.events.recent).toBe(1);
  expect(rebuilt.build?.leftOut["usgs"]).toEqual({ unanswerable: 2 });
  const files = [...(await openTree(out)).files.keys()].filter((file) => file.startsWith("api/v1/earthquakes/"));
  expect(files.filter((file) => /us\d\.json$/.test(file))).toEqual(["api/v1/earthquakes/m4-2-30-km-s-of-nowhere-us3.json"]);
  const published = readFileSync(path.join(out, "status.json"), "utf8");
  const status = statusSchema.parse(JSON.parse(published));
  expect(status.run).toMatchObject({ outcome: "stale", exit_code: 3 });
  expect(status.build?.rejected).toEqual([
    { what: "us1", code: "answer-invalid", message: "No answer of the API can hold this earthquake." },
    { what: "us2", code: "answer-invalid", message: "No answer of the API can hold this earthquake." },
  ]);
  expect(published).not.toContain("secret");
});

it("a store that lacks what feeds say is read, and the next feed adds it, be it the one that came last", async () => {
  const store = freshStore();
  const feedFile = captureFile(feed([feature({ id: "us1", properties: { nst: 12 } }), feature({ id: "us2" })]));
  await run(feedFile, store);
  const state = path.join(store, "usgs/state.json");
  const now = readFileSync(state, "utf8");
  const { format, ...before } = JSON.parse(now) as { format: number; events: { sent?: object }[] };
  for (const event of before.events) delete event.sent;
  writeFileSync(state, JSON.stringify({ format: format - 1, ...before }));
  expect((await readUsgsState(store))?.events.map(({ sent }) => sent)).toEqual([undefined, undefined]);

  expect((await applied(feedFile, store)).changes).toEqual([]);
  expect(readFileSync(state, "utf8")).toBe(now);
});
