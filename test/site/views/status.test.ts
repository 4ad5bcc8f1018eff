import { expect, it } from "vitest";
import * as z from "zod";
import { statusSchema } from "../../../build/contract/wire/status.ts";
import { statusFields, statusPage } from "../../../build/site/views/status.ts";
import { makeStatus } from "../../tree/make-status.ts";
import { ENGLISH } from "../english.ts";

const [SOURCE] = makeStatus().sources;
const trouble = { what: "a.example", code: "capture-stale", message: "The answer is <b>stale</b>" };

it("a status page of a good run says so, with the age and the records of each source", () => {
  const page = statusPage(makeStatus(), ENGLISH);
  expect(page).toContain("<title>Status: fresh</title>");
  expect(page).toContain("All sources are fresh.");
  expect(page).toContain("a run is expected every 1 minute");
  expect(page).toMatch(/more than\s15 minutes ago/);
  expect(page).toMatch(/<td>usgs<\/td><td>updated: 2 added, 5 revised<\/td>\s*<td>34 seconds, fresh<\/td>.*\s*<td>1,764<\/td>/);
  expect(page).not.toContain("<h2>Rejected</h2>");
  expect(page.indexOf('<p class="word">Fresh</p>')).toBeLessThan(page.indexOf("<h2>"));
  // The table is wider than a phone.
  expect(page).toContain('<div class="scroll"><table class="sources">');
});

it("has no script that makes what it tells, and nothing of the outside", () => {
  const page = statusPage(makeStatus(), ENGLISH);
  expect(page.slice(page.indexOf("<main"), page.indexOf("</main>"))).not.toContain("<script");
  expect([...page.matchAll(/(?:href|src)="([^"]*)"/g)].every(([, address]) => address?.startsWith("../") || address === "#main")).toBe(
    true,
  );
});

it("names what is stale, what was rejected, and why the run failed, all escaped", () => {
  const sources = SOURCE ? [{ ...SOURCE, outcome: "rejected" as const, fresh: false, age_s: 7_300, rejected: [trouble] }] : [];
  const stale = statusPage(makeStatus({ fresh: false, sources }), ENGLISH);
  expect(stale).toContain('<p class="word">Stale</p><p>Older than it should be: usgs.</p>');
  expect(stale).toContain("2 hours, stale");
  expect(stale).toContain("<code>capture-stale</code>: a.example: The answer is &lt;b&gt;stale&lt;/b&gt;");
  const { run } = makeStatus();
  const error = { code: "store-malformed", message: "the store is <broken>" };
  const failed = statusPage(
    makeStatus({
      fresh: false,
      build: null,
      run: { ...run, outcome: "failed", exit_code: 1, error, seconds: { ingest: null, build: null } },
    }),
    ENGLISH,
  );
  expect(failed).toContain("The last rebuild failed; the previous tree is still served.");
  expect(failed).toContain("<code>store-malformed</code>: the store is &lt;broken&gt;");
  expect(failed).toContain("did not end");
});

it("tells of a source that was never asked, and of one that does not age", () => {
  const never = {
    asked_at: null,
    answered_at: null,
    as_of: null,
    age_s: null,
    outcome: null,
    changes: null,
    records: 0,
  };
  const sources = SOURCE
    ? [
        { ...SOURCE, ...never, agency: "noaa", fresh: false },
        { ...SOURCE, agency: "plates", stale_after_s: null },
      ]
    : [];
  const page = statusPage(makeStatus({ sources }), ENGLISH);
  expect(page).toMatch(/<td>noaa<\/td><td>not asked<\/td>\s*<td>nothing yet, stale<\/td><td>never<\/td>/);
  expect(page).toContain("34 seconds, does not age");
});

/** The paths of all fields, at every depth. */
function pathsIn(schema: z.core.JSONSchema.BaseSchema, path = ""): string[] {
  const inner = [...(schema.anyOf ?? []), ...[schema.items ?? []].flat()] as z.core.JSONSchema.BaseSchema[];
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const field = path === "" ? name : `${path}.${name}`;
    return [field, ...pathsIn(part as z.core.JSONSchema.BaseSchema, field)];
  });
  return [...own, ...inner.flatMap((one) => pathsIn(one, schema.items ? `${path}[]` : path))];
}

it("the documentation explains every field of a source, and none that there is not", () => {
  const explained = [...statusFields().markup.matchAll(/<td><code>([^<]*)<\/code>/g)].map(([, path]) => path ?? "");
  const fields = pathsIn(z.toJSONSchema(statusSchema));
  expect(explained.filter((path) => !fields.includes(path))).toEqual([]);
  expect(explained).toEqual(expect.arrayContaining(fields.filter((path) => /^sources\[\]\.\w+$/.test(path))));
});

it("has the last 30 days, each in a word and a look, also those without a run", () => {
  const days = [
    { day: "2031-05-02", runs: 1_440, stale: 3, failed: 0 },
    { day: "2031-05-03", runs: 1_200, stale: 100, failed: 200 },
    { day: "2031-05-04", runs: 721, stale: 0, failed: 0 },
  ];
  const page = statusPage(makeStatus({ days }), ENGLISH);
  const looks = [...page.matchAll(/<li class="(\w+)" title="([^"]*)"/g)].map(([, look, text]) => [look, text]);
  expect(looks).toHaveLength(30);
  expect(looks.slice(-4)).toEqual([
    ["none", "2031-05-01: no run on record"],
    ["warn", "2031-05-02: 1,440 runs, 3 rejected or overdue, 0 failed"],
    ["bad", "2031-05-03: 1,200 runs, 100 rejected or overdue, 200 failed"],
    ["good", "2031-05-04: 721 runs, 0 rejected or overdue, 0 failed"],
  ]);
  expect(page).toContain("3,361 runs: 200 failed, 103 with a rejected answer");
});
