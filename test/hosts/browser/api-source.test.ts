import { describe, expect, it } from "vitest";
import { createClient } from "../../../build/hosts/browser/client.ts";

const SNAPSHOT = { "x-snapshot": "0123456789abcdef", "x-as-of": "2018-02-07T01:49:14.000Z" };
const JSON_TYPE = { "content-type": "application/json" };
const PROBLEM_TYPE = { "content-type": "application/problem+json" };

/** A host whose every answer is the next of a list; what it was asked is kept. */
function scripted(...answers: (() => Response)[]) {
  const asked: { url: string; ifNoneMatch: string | null }[] = [];
  const fetch = async (url: string, init: RequestInit = {}) => {
    asked.push({ url, ifNoneMatch: new Headers(init.headers).get("if-none-match") });
    const answer = answers.shift();
    if (!answer) throw new TypeError("fetch failed");
    return answer();
  };
  return { asked, fetch };
}

const answer =
  (body: unknown, headers: Record<string, string> = {}, status = 200) =>
  () =>
    new Response(JSON.stringify(body), { status, headers: { ...JSON_TYPE, ...SNAPSHOT, ...headers } });

const unchanged = () => new Response(null, { status: 304, headers: { "x-snapshot": "f", "x-as-of": "later" } });

const page = (ids: string[], snapshot: string, next?: string) =>
  answer(
    { count: 4, earthquakes: ids.map((id) => ({ event_id: id })) },
    { "x-snapshot": snapshot, ...(next === undefined ? {} : { link: `<?first>; rel="first", <${next}>; rel="next"` }) },
  );

describe("an API host", () => {
  it("is asked by ETag for what it has answered before, and what has not changed counts as of the newer snapshot", async () => {
    const { asked, fetch } = scripted(answer({ count: 1 }, { etag: '"a"' }), unchanged, answer({ count: 2 }, { etag: '"b"' }));
    const client = createClient({ base: "https://quakes.example/v", mode: "api", fetch });
    const first = await client.plates();
    expect(first).toEqual({ body: { count: 1 }, snapshot: { id: "0123456789abcdef", as_of: SNAPSHOT["x-as-of"] } });
    const second = await client.plates();
    expect(second).toEqual({ body: { count: 1 }, snapshot: { id: "f", as_of: "later" } });
    expect(second.body).not.toBe(first.body);
    expect((await client.plates()).body).toEqual({ count: 2 });
    expect(asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, '"a"', '"a"']);
    expect(asked[0]?.url).toBe("https://quakes.example/v/api/v1/plates/");
  });

  it("keeps no more answers than it may", async () => {
    const { asked, fetch } = scripted(...Array.from({ length: 4 }, () => answer({ text: "x".repeat(60) }, { etag: '"a"' })));
    const client = createClient({ base: "https://quakes.example/", mode: "api", fetch, cacheBytes: 100 });
    for (const slug of ["a", "b", "b", "a"]) await client.plate(slug);
    expect(asked.map(({ ifNoneMatch }) => ifNoneMatch)).toEqual([null, null, '"a"', null]);
  });

  it.each([
    ["a server in trouble", () => new Response("<h1>502</h1>", { status: 502 }), "unreachable"],
    ["trouble told in JSON", answer({ message: "no" }, {}, 503), "unreachable"],
    ["a page", () => new Response("<h1>Hello</h1>"), "not-quaketree"],
    ["somebody else's JSON", answer({ message: "no" }, {}, 404), "not-quaketree"],
  ])("a response with %s is not an answer", async (_, response, code) => {
    const client = createClient({ base: "https://quakes.example/", mode: "api", ...scripted(response) });
    await expect(client.stats()).rejects.toMatchObject({ name: "QuaketreeError", code });
  });

  it("a host that cannot be reached is an error, with the error of the runtime as its cause", async () => {
    const client = createClient({ base: "https://quakes.example/", mode: "api", ...scripted() });
    await expect(client.stats()).rejects.toMatchObject({ code: "unreachable", cause: new TypeError("fetch failed") });
  });

  it("that can only rewrite addresses has what it declines answered from its files, unless it alone is to be asked", async () => {
    const problem = { type: "/docs/problems/not-prebuilt/", title: "No", status: 400, detail: "No." };
    const declines = answer(problem, PROBLEM_TYPE, 400);
    const strict = createClient({ base: "https://quakes.example/", mode: "api", ...scripted(declines) });
    await expect(strict.recent({ limit: 3 })).rejects.toMatchObject({ status: 400, problem });
    const { asked, fetch } = scripted(answer({}), declines);
    const either = createClient({ base: "https://quakes.example/", fetch });
    await expect(either.recent({ limit: 3 })).rejects.toMatchObject({ code: "unreachable" });
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(["/api/", "/api/recent/", "/snapshot.json"]);
  });

  it("is found out once: by an index that is JSON", async () => {
    const { asked, fetch } = scripted(answer({}), answer({ a: 1 }), answer({ a: 2 }));
    const client = createClient({ base: "https://quakes.example/", fetch });
    await client.stats();
    await client.stats();
    expect(asked.map(({ url }) => new URL(url).pathname)).toEqual(["/api/", "/api/v1/stats/", "/api/v1/stats/"]);
  });

  it("never sees a dot segment, which would be the address of something else", async () => {
    const { asked, fetch } = scripted();
    const client = createClient({ base: "https://quakes.example/", mode: "api", fetch });
    for (const slug of [".", ".."]) await expect(client.plate(slug)).rejects.toMatchObject({ status: 404 });
    expect(asked).toEqual([]);
  });

  it("has to have an address", () => {
    for (const base of ["quakes", "localhost:8080", "file:///dist/", ""]) {
      expect(() => createClient({ base })).toThrow(
        expect.objectContaining({ code: "not-quaketree", message: expect.stringContaining("begins with https") }),
      );
    }
    for (const nothing of [undefined, null, {}, { base: 8080 }]) {
      expect(() => createClient(nothing as never)).toThrow(
        expect.objectContaining({ code: "not-quaketree", message: expect.stringContaining("give { base") }),
      );
    }
  });

  it("is refused if its mode is unknown", () => {
    expect(() => createClient({ base: "https://quakes.example/", mode: "files" as "api" })).toThrow(
      'the mode "files" is neither "api" nor "tree"',
    );
  });
});

describe("the pages of a list", () => {
  it("do not repeat what a newer snapshot has pushed down, and each says what it is of", async () => {
    const { asked, fetch } = scripted(page(["a", "b"], "1", "?offset=2&limit=2"), page(["b", "c"], "2"));
    const client = createClient({ base: "https://quakes.example/", mode: "api", fetch });
    const pages = [];
    for await (const { body, snapshot } of client.earthquakePages({ limit: 2 })) {
      pages.push([snapshot.id, body.earthquakes.map(({ event_id: id }) => id)]);
    }
    expect(pages).toEqual([
      ["1", ["a", "b"]],
      ["2", ["c"]],
    ]);
    expect(asked.map(({ url }) => url.replace("https://quakes.example", ""))).toEqual([
      "/api/v1/earthquakes/?limit=2",
      "/api/v1/earthquakes/?offset=2&limit=2",
    ]);
  });
});
