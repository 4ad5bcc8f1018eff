import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { ENDPOINTS, type Endpoint } from "../../build/contract/table/endpoints.ts";
import { fileOf } from "../../build/contract/table/paths.ts";
import type { IndexEntry } from "../../build/contract/wire/snapshot.ts";
import { openTree } from "../../build/tree/read.ts";

/** A file of a tree, as JSON. */
export function jsonOf(out: string, path: string): unknown {
  return JSON.parse(readFileSync(join(out, path), "utf8"));
}

/** What the index of a tree lists. */
export async function entriesOf(out: string): Promise<IndexEntry[]> {
  return [...(await openTree(out)).files.values()];
}

/**
 * Asks of every body of a tree whether it keeps the promise of the OpenAPI document, formats included.
 *
 * @returns what is broken, a sentence each, and the endpoints that have a body
 */
export async function brokenBodies(out: string): Promise<{ broken: string[]; endpoints: Set<string> }> {
  const document = jsonOf(out, "api/v1/openapi.json") as object;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema(document, "openapi");
  const broken: string[] = [];
  const endpoints = new Set<string>();
  for (const { path } of await entriesOf(out)) {
    const row = /^(api[/.]|q\/)/.test(path) ? endpointOf(path) : undefined;
    if (!row) continue;
    const pointer = `openapi#/paths/${row.path.replaceAll("/", "~1").replaceAll("{", "%7B").replaceAll("}", "%7D")}/get/responses/200/content/application~1json/schema`;
    const validate = ajv.getSchema(pointer);
    if (!validate) throw new Error(`the document has no schema for ${row.path}`);
    endpoints.add(row.id);
    if (!validate(jsonOf(out, path))) broken.push(`${path}: ${ajv.errorsText(validate.errors)}`);
  }
  return { broken, endpoints };
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
