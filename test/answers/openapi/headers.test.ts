import { expect, it } from "vitest";
import { EXAMPLES } from "../../../build/answers/openapi/descriptions.ts";
import { HEADERS } from "../../../build/answers/openapi/openapi.ts";
import { ENDPOINTS } from "../../../build/contract/table/endpoints.ts";
import { parseQuery } from "../../../build/contract/table/parameters.ts";
import { etagOf } from "../../../build/contract/wire/etag.ts";
import { linkHeader } from "../../../build/rewrite/lists.ts";
import { commonHeaders, METHODS, noTree } from "../../../build/rewrite/reply.ts";

/** The Link header of the first page of 250 matches. */
function firstPageLinks(): string {
  const endpoint = ENDPOINTS.find(({ id }) => id === "earthquakes");
  const query = endpoint && parseQuery(endpoint, "");
  if (!endpoint || !query?.ok) throw new Error("there is no such endpoint");
  return linkHeader(endpoint, query, 250);
}

const { slug } = EXAMPLES.earthquake.body as { slug: string };
const asOf = String(HEADERS["X-As-Of"]?.example);

it.each([
  ["Last-Modified", new Date(asOf).toUTCString()],
  ["Cache-Control", commonHeaders(undefined, "minute")["cache-control"]],
  ["Link", firstPageLinks()],
  ["Location", `/api/v1/earthquakes/${slug}/`],
  ["Allow", METHODS],
  ["Retry-After", Number(noTree().headers["retry-after"])],
])("the example of %s in the description is what a host sends", (name, sent) => {
  expect(HEADERS[name]?.example).toBe(sent);
});

it("the example of ETag has the form that ETags have", () => {
  const [example, sent] = [HEADERS["ETag"]?.example, etagOf(new TextEncoder().encode("quake"))].map((etag) =>
    String(etag).replace(/[0-9a-f]/g, "h"),
  );
  expect(example).toBe(sent);
});
