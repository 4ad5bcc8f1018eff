import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadTree } from "../../build/hosts/load-tree.ts";
import { readInside } from "../../build/tree/read.ts";
import { createLinkCheck, type LinkedTree, linksInAnswer, linksInContract } from "../../build/verify/links.ts";
import { linksInManifest, linksInPage, linksInScript, linksInStyle } from "../../build/verify/links-markup.ts";
import { createWholeCheck, redirectFaults } from "../../build/verify/whole.ts";
import { smallTree } from "../hosts/small-tree.ts";
import { inTemporaryFolder } from "../tree/tiny-tree.ts";

/** What is told of a file in a small tree: it has `/`, `/docs/`, some answers, an earthquake without a detail. */
async function faultsOf(path: string, text: string, anchor?: string): Promise<string[]> {
  return inTemporaryFolder(async (dir) => {
    const out = join(dir, "tree");
    await smallTree(out, { packLarge: false });
    const tree = await loadTree(out);
    const check = createLinkCheck();
    check.gather(path, Buffer.from(text));
    const faults = await check.faults(tree, async (file) =>
      anchor === undefined ? readInside(out, file) : Buffer.from(`<p id="${anchor}">`),
    );
    return faults.map((fault) => `${fault.kind} ${fault.path} ${fault.message}`);
  });
}

describe("links are found", () => {
  it("also if a page or its styles break off", () => {
    const page = '<a href="/a"><!-- <a href="/comment"> --><STYLE>b { background: url( "/b(1).png" ) }';
    expect(linksInPage(page)).toEqual(["/b(1).png", "/a"]);
    expect(linksInPage('<a href="/a"><!-- <a href="/comment">')).toEqual(["/a"]);
    expect(linksInPage("<script type=module>import ( './b.js' ); // <style>")).toEqual(["./b.js"]);
    expect(linksInStyle("a { background: url(/x.png) } /* url(/y.png)")).toEqual(["/x.png"]);
    expect(linksInPage('<form action="/search/"></form><form action="/api/v1/search/"></form>')).toEqual(["/search/"]);
  });

  it("in attributes, styles and modules of a page, and nowhere else", () => {
    const page = `<!doctype html><!-- <a href="/comment/"> --><link rel=manifest href=/m.webmanifest>
      <meta name="description" content="/words/"><meta property="og:image" content="/card.png">
      <style>@import "/more.css"; b { background: url('/a.svg') }</style>
      <a title='a > b' href="/a?x=1&amp;y=2#part">a</a><img src='/i.png' srcset="/i.png 1x, /i2.png 2x">
      <p style="background: url(/p.png)">href="/words/"</p>
      <script>const a = '<a href="/text/">';</script><script type="module">import "/start.js";</script>`;
    expect(new Set(linksInPage(page))).toEqual(
      new Set(["/m.webmanifest", "/card.png", "/more.css", "/a.svg", "/a?x=1&y=2#part", "/i.png", "/i2.png", "/p.png", "/start.js"]),
    );
  });

  it("in styles, scripts and manifests", () => {
    expect(linksInStyle(`/* url(/no) */ a{b:url( "/x.png" )} c{d:url(data:image/png;base64,AA)}`)).toEqual([
      "/x.png",
      "data:image/png;base64,AA",
    ]);
    expect(linksInScript(`import a from"./a.js";import("../b.js");export*from '/c.js';load("/d.js")`)).toEqual([
      "./a.js",
      "../b.js",
      "/c.js",
    ]);
    expect(linksInManifest('{"name":"/n","start_url":"/s","icons":[{"src":"/i.png"}]}')).toEqual(["/s", "/i.png"]);
  });

  it("in answers: addresses, and everything that is named by id, slug or code", () => {
    const answer = {
      documentation: "/docs/",
      path: "/api/{x}/",
      place: "/ not an address",
      earthquakes: [{ event_id: "us1", slug: "a-us1", country: { name: "J", iso2: "JP", slug: "japan" } }],
      plate: { slug: "nazca", code: "NZ" },
      neighbours: [{ plate: "south-america" }],
      plates: ["africa"],
      related_terms: [{ term: "Moment", slug: "moment" }],
    };
    expect(linksInAnswer(answer)).toEqual([
      "/docs/",
      "/api/v1/earthquakes/us1/",
      "/api/v1/earthquakes/a-us1/",
      "/api/v1/countries/japan/",
      "/api/v1/countries/JP/risk/",
      "/api/v1/plates/nazca/",
      "/api/v1/plates/south-america/",
      "/api/v1/plates/africa/",
      "/api/v1/glossary/moment/",
    ]);
    expect(linksInContract('{"type":"/docs/problems/not-found/","d":"see [it](/docs/#x)","e":"/api/x/"}')).toEqual([
      "/docs/problems/not-found/",
      "/docs/#x",
    ]);
  });
});

describe("a link", () => {
  it("to what a host answers is sound: pages, answers, queries, redirects, other hosts, states of scripts", async () => {
    const hrefs = [
      "/",
      "docs/",
      "/docs",
      "/api/recent/",
      "/api/v1/earthquakes/?hours=1",
      "/api/search/?q=nowhere",
      "/large.txt",
      "/snapshot.json",
    ];
    const others = ["https://other.example/none", "mailto:a@b.example", "data:,x", "#", "/docs/#hours=1&at=2", "/status/"];
    const page = [...hrefs, ...others].map((href) => `<a href="${href}">x</a>`).join("");
    expect(await faultsOf("index.html", page)).toEqual([]);
  });

  it.each([
    ["/docs/none/", "leads to /docs/none/, which is not in the tree"],
    ["none.css", "leads to /docs/none.css, which is not in the tree"],
    ["/api/v1/plates/none/", "leads to /api/v1/plates/none/, which needs api/v1/plates/none.json, which is not in the tree"],
    ["/api/search/", "leads to /api/search/, which is an invalid request (400)"],
    ["/api/v1/earthquakes/us2/", "leads to /api/v1/earthquakes/us2/, which is not in the tree"],
    ["/#none", "leads to /#none, which has no such anchor"],
  ])("to %s is told", async (href, message) => {
    expect(await faultsOf("docs/index.html", `<a href="${href}">x</a>`)).toEqual([`link docs/index.html ${message}`]);
  });

  it("to an anchor may be percent-encoded", async () => {
    expect(await faultsOf("index.html", '<a href="/docs/#d%C3%A9">x</a>', "dé")).toEqual([]);
  });

  it("to an event, in a shard of records that is of the snapshot, is told", async () => {
    await inTemporaryFolder(async (dir) => {
      const out = join(dir, "tree");
      await smallTree(out, { packLarge: false });
      const { snapshot } = await loadTree(out);
      const whole = createWholeCheck(snapshot.record);
      const [{ path } = { path: "" }] = snapshot.record.shards.days;
      for (const shard of [path, `shards/${"0".repeat(64)}.json`]) whole.check(shard, Buffer.from('[{"event_id":"us999"}]'));
      const faults = await whole.together(
        () => loadTree(out),
        async (file) => readInside(out, file),
      );
      expect(faults.filter(({ message }) => message.includes("us999")).map((fault) => fault.path)).toEqual([path]);
    });
  });

  it("of the page for missing addresses begins with the path of the tree on its host", async () => {
    const page = '<link rel="stylesheet" href="/repo/assets/style.css"><a href="/repo/docs/">Docs</a><a href="/repo/none/">None</a>';
    expect((await faultsOf("404.html", page)).map((fault) => /leads to \S+/.exec(fault)?.[0])).toEqual(["leads to /none/,"]);
  });

  it("is relative to its page", async () => {
    const page = '<a href="../../docs/">Docs</a><a href="../../none/">None</a><a href="../docs/">No docs</a>';
    expect((await faultsOf("countries/japan/index.html", page)).map((fault) => /leads to \S+/.exec(fault)?.[0])).toEqual([
      "leads to /none/,",
      "leads to /countries/docs/,",
    ]);
  });

  it("a link that many files have is reported once", async () => {
    const check = createLinkCheck();
    for (let at = 0; at < 1_000; at++) check.gather(`p${at}.html`, Buffer.from('<a href="/none/">x</a>'));
    await inTemporaryFolder(async (dir) => {
      await smallTree(join(dir, "tree"), { packLarge: false });
      const faults = await check.faults(await loadTree(join(dir, "tree")), async () => undefined);
      expect(faults.map(({ message }) => message)).toEqual(["leads to /none/, which is not in the tree (and so do 999 other files)"]);
    });
  });
});

it("an id that leads to no detail, and a detail without an id, are reported", () => {
  const text = "QTI1\nus1 m5-here-\nus2 m6-there-\nus3 >us2\nus4 >us9\nus5 !1\nus6 =m1-packed-\n";
  const snapshot = { ids: [{ text }], record: { shards: { ids: ["shards/ids"] } } };
  const files = new Map(["api/v1/earthquakes/m6-there-us2.json", "api/v1/earthquakes/lost.json"].map((path) => [path, {}]));
  expect(redirectFaults({ snapshot, files } as unknown as LinkedTree).map(({ path, message }) => `${path} ${message}`)).toEqual([
    "shards/ids redirects us4 to us9, which is not an earthquake",
    "shards/ids leads from us1 to api/v1/earthquakes/m5-here-us1.json, which is not in the tree",
    "api/v1/earthquakes/lost.json is the detail of an earthquake without an id",
  ]);
});
