import type { Server } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { assembleCatalogue } from "../../build/catalogue/assemble.ts";
import { feedsStep } from "../../build/data-files/feeds/files.ts";
import { dataStep } from "../../build/data-files/files.ts";
import { agencyEvent } from "../agencies/make-event.ts";
import { smallInput } from "../answers/small-catalogue.ts";
import { temporaryFolder } from "../support/temporary.ts";
import { ask } from "./ask.ts";
import { NODE_HOSTS } from "./node-hosts.ts";
import { smallTree } from "./small-tree.ts";

const asOf = Date.UTC(2018, 1, 7, 10);
const DAY = 86_400_000;
const root = temporaryFolder();

describe.each(NODE_HOSTS)("feeds and data files, by %s", (name, start) => {
  const out = join(root, name.replaceAll(" ", "-"));
  let server: Server;

  beforeAll(async () => {
    const events = [agencyEvent({ id: "us1", time: asOf - 1000 })];
    const covers = { from: asOf - DAY, to: asOf };
    const steps = [feedsStep({ asOf, covers, source: "all", events }), dataStep(assembleCatalogue(smallInput()))];
    await smallTree(out, { steps });
    server = await start(out);
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each([
    ["geojson", "application/json; charset=utf-8"],
    ["csv", "text/csv; charset=utf-8"],
    ["atom", "application/atom+xml; charset=utf-8"],
  ])("a feed as %s is sent with the media type of the USGS, whatever query is appended", async (format, type) => {
    const { status, headers, text } = await ask(server, `/earthquakes/feed/v1.0/summary/all_day.${format}?_=1`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ "content-type": type, "access-control-allow-origin": "*" });
    expect(headers["cache-control"]).toMatch(/^public, max-age=30,/);
    expect(text).toContain("us");
  });

  it("a data file as GeoJSON is sent with the media type that datapackage.json names", async () => {
    for (const file of ["countries", "notable", "boundaries"]) {
      expect((await ask(server, `/data/${file}.geojson`)).headers["content-type"]).toBe("application/geo+json");
    }
  });

  it("a feed that the store cannot answer is a problem document, and so is one that never was", async () => {
    for (const feed of ["all_month", "all_year"]) {
      const { status, headers } = await ask(server, `/earthquakes/feed/v1.0/summary/${feed}.geojson`);
      expect(status).toBe(404);
      expect(headers["content-type"]).toBe("application/problem+json");
    }
  });

  it("ranges of the Parquet file are sent as they are asked for, without an encoding", async () => {
    const path = "/data/earthquakes.parquet";
    const { status, headers, text } = await ask(server, path, { headers: { range: "bytes=-4" } });
    expect(status).toBe(206);
    expect(text).toBe("PAR1");
    expect(headers).toMatchObject({ "content-type": "application/vnd.apache.parquet", "accept-ranges": "bytes" });
    expect(headers).not.toHaveProperty("content-encoding");
    const packed = await ask(server, "/data/earthquakes.csv.gz");
    expect(packed.headers).toMatchObject({ "content-type": "application/gzip" });
    expect(packed.headers).not.toHaveProperty("content-encoding");
  });
});
