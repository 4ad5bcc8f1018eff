import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { loadConfig } from "../../../build/config/config.ts";
import { feedFiles } from "../../../build/data-files/feeds/files.ts";
import { dataFiles } from "../../../build/data-files/files.ts";
import { cachedGeography } from "../../../build/pipeline/load/geography.ts";
import { loadCatalogue } from "../../../build/pipeline/load/load-catalogue.ts";
import { authoredWeek, type Feed, ingestFeed, later } from "../../agencies/poisons.ts";
import { allAnswers } from "../../answers/all-answers.ts";
import { archiveWorld, ask } from "../../fdsn/world.ts";
import { temporaryFolder } from "../../support/temporary.ts";

it("an event a moment later than the data is in no answer of any service, and one of their very time is in all", async () => {
  const week = authoredWeek(40);
  const { generated } = week.metadata;
  const [like] = week.features as [Feed["features"][number]];
  const at = (id: string, time: number) => ({
    ...like,
    id,
    properties: { ...like.properties, ids: `,${id},`, time, updated: generated, mag: 5.5 },
  });
  const store = temporaryFolder();
  const body = later(week, 0, (rows) => [at("zzahead", generated + 1), at("zzedge", generated), ...rows]);
  expect((await ingestFeed(store, body)).rejected).toEqual([]);
  const { catalogue, feeds, events } = await loadCatalogue({ store, agencies: loadConfig().agencies }, cachedGeography());
  expect(catalogue.asOf).toBe(generated);

  const world = archiveWorld(events?.live ?? []);
  const rows = (query: string) => ask(world, `query?format=text&${query}`);
  const services: Record<string, string[]> = {
    answers: [...allAnswers(catalogue)].map(({ body }) => JSON.stringify(body)),
    feeds: feeds ? [...feedFiles(feeds)].map(({ bytes }) => Buffer.from(bytes).toString()) : [],
    "data files": dataFiles(catalogue).map(({ path, bytes }) => (path.endsWith(".gz") ? gunzipSync(bytes) : Buffer.from(bytes)).toString()),
    "event service": await Promise.all(
      ["starttime=1900-01-01", "starttime=1900-01-01&orderby=magnitude&limit=1", "eventid=zzahead"].map(
        async (query) => (await rows(query)).text,
      ),
    ),
  };
  for (const [service, bodies] of Object.entries(services)) {
    const holding = (id: string) =>
      bodies.filter((body) => body.includes(`${id}|`) || body.includes(`${id}"`) || body.includes(`${id},`)).length;
    expect([service, holding("zzahead")]).toEqual([service, 0]);
    expect([service, holding("zzedge")]).not.toEqual([service, 0]);
  }
  expect((await ask(world, "count?format=text&starttime=1900-01-01")).text).toBe("41");
  expect(catalogue.events.filter(({ recent }) => recent)).toHaveLength(41);
});
