import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, inject, it } from "vitest";
import { ENDPOINTS, type Endpoint } from "../../build/contract/endpoints.ts";
import { fileOf } from "../../build/contract/paths.ts";
import type { IndexEntry, SnapshotRecord } from "../../build/contract/snapshot.ts";

const out = inject("embeddedTree");

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(out, path), "utf8"));
}

/** The endpoint that a file of the tree answers for. */
function endpointOf(path: string): Endpoint | undefined {
  const whole = /^q\/([^/]+)\//.exec(path)?.[1];
  if (whole !== undefined) return ENDPOINTS.find(({ id }) => id === whole);
  return ENDPOINTS.find((row) => {
    const pattern = fileOf(row.path)
      .replace(/\{iso2\}/, "[A-Z]{2}")
      .replace(/\{slug\}/, "[a-z0-9-]+")
      .replaceAll(".", "\\.");
    return new RegExp(`^${pattern}$`).test(path);
  });
}

const { index } = json("snapshot.json") as SnapshotRecord;
const entries = index.flatMap(({ path }) => json(path) as IndexEntry[]);

/** How many files of the tree have such a path. */
function count(pattern: RegExp): number {
  return entries.filter(({ path }) => pattern.test(path)).length;
}

describe("every body of a build from the embedded data", () => {
  it("keeps the promise of the OpenAPI document, formats included", () => {
    const document = json("api/v1/openapi.json") as {
      paths: Record<string, { get: { responses: Record<string, unknown> } }>;
    };
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema(document, "openapi");
    const broken: string[] = [];
    const seen = new Set<string>();
    for (const { path } of entries) {
      const row = /^(api[/.]|q\/)/.test(path) ? endpointOf(path) : undefined;
      if (!row) continue;
      const pointer = `openapi#/paths/${row.path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")}/get/responses/200/content/application~1json/schema`;
      const validate = ajv.getSchema(pointer);
      if (!validate) throw new Error(`the document has no schema for ${row.path}`);
      seen.add(row.id);
      if (!validate(json(path))) broken.push(`${path}: ${ajv.errorsText(validate.errors)}`);
    }
    expect(broken).toEqual([]);
    const withoutFile = new Set(["search", "combined-search"]);
    expect([...seen].toSorted()).toEqual(
      ENDPOINTS.map(({ id }) => id)
        .filter((id) => !withoutFile.has(id))
        .toSorted(),
    );
  });

  it("answers for all 250 countries and their risk, 52 plates, every term, every zone of every continent", () => {
    expect(count(/^api\/v1\/countries\/[a-z0-9-]+\.json$/)).toBe(250);
    expect(count(/^api\/v1\/countries\/[A-Z]{2}\/risk\.json$/)).toBe(250);
    expect(count(/^api\/v1\/plates\/[a-z0-9-]+\.json$/)).toBe(52);
    expect(count(/^api\/v1\/glossary\/[a-z0-9-]+\.json$/)).toBeGreaterThanOrEqual(150);
    expect(count(/^q\/countries\//)).toBe(5 * 7 + 5 + 7);
    expect(count(/^q\/live-feed\//)).toBe(3);
  });

  it("tells of the Hualien earthquake of 6 February 2018 what the agencies tell", () => {
    const hualien = entries.find(({ path }) => /^api\/v1\/earthquakes\/.*us1000chhc\.json$/.test(path));
    const detail = json(hualien?.path ?? "") as Record<string, unknown>;
    expect(detail).toMatchObject({
      event_id: "us1000chhc",
      magnitude: 6.4,
      occurred_at: "2018-02-06T15:50:42.400Z",
      alert_level: "green",
      country: { iso2: "TW" },
    });
    expect(detail["impact"]).toMatchObject({ deaths: 17 });
  });
});
