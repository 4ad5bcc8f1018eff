import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ON_DEMAND } from "../../../../build/contract/texts/vocabulary.ts";
import { createStaticServer } from "../../../../build/hosts/node/static-server.ts";
import { launchChromium } from "../../../support/chromium.ts";
import { temporaryFolder } from "../../../support/temporary.ts";
import { portOf } from "../../ask.ts";
import { filesIn } from "../memory-host.ts";
import { NEW, OLD } from "../offline-world.ts";
import { plantSmallWorld } from "../small-world.ts";

const FOREIGN = "Sign in to the network";
const PAGE = `<!doctype html><html><head><title>${FOREIGN}</title></head><body>${FOREIGN}</body></html>`;

type Fault = (request: IncomingMessage, response: ServerResponse, whole: Buffer) => void;

const portal: Fault = (_, response) => response.writeHead(200, { "content-type": "text/html" }).end(PAGE);
const status = (code: number): Fault => {
  return (_, response) => response.writeHead(code, { "content-type": "text/html" }).end(PAGE);
};

/** Another host, to which a network leads its visitors. */
const other = createServer((request, response) => {
  portal(request, response, Buffer.alloc(0));
});

/** What a network or a host puts in the place of a file. */
const FAULTS: Record<string, Fault> = {
  "a page for a login": portal,
  "a page for a login instead of answers": (request, response, whole) =>
    request.url?.startsWith("/api/") ? portal(request, response, whole) : response.writeHead(200, typeOf(request)).end(whole),
  "a page for a login with the type of the file": (request, response) => response.writeHead(200, typeOf(request)).end(PAGE),
  "an answer of another API": (_, response) =>
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ error: FOREIGN })),
  "a redirect to a page of the same host": (request, response, whole) =>
    request.url === "/login" ? portal(request, response, whole) : response.writeHead(302, { location: "/login" }).end(),
  "a redirect to another host": (_, response) => response.writeHead(302, { location: `http://127.0.0.1:${portOf(other)}/login` }).end(),
  "the first half, and the line is cut": (request, response, whole) => {
    response.writeHead(200, { ...typeOf(request), "content-length": whole.length });
    response.write(whole.subarray(0, whole.length >> 1), () => response.destroy());
  },
  "the first half, with no sign of more": (request, response, whole) =>
    response.writeHead(200, typeOf(request)).end(whole.subarray(0, whole.length >> 1)),
  "a part": (request, response, whole) => response.writeHead(206, typeOf(request)).end(whole.subarray(0, 100)),
  nothing: (request, response) => response.writeHead(200, typeOf(request)).end(),
  "404": status(404),
  "500": status(500),
};

/** Asks the service worker for the current snapshot of the host, and waits for it. */
const TELL_UPDATE = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  navigator.serviceWorker.controller.postMessage({ type: "update" }, [port2]);
})`;

function typeOf({ url = "" }: IncomingMessage) {
  return { "content-type": /[.]js$/.test(url) ? "text/javascript" : /[.]json$|^[/]api[/]/.test(url) ? "application/json" : "text/html" };
}

describe.skipIf(!inject("programs").chromium)("a service worker over a host that sends what is not of the tree", () => {
  const dir = temporaryFolder();
  const [older, newer] = ["older", "newer"].map((name) => join(dir, name)) as [string, string];
  /** Those of the older tree. */
  let files = new Map<string, Uint8Array>();
  const known = new Set<string>();
  const targets: string[] = [];
  let served = older;
  let fault: Fault | undefined;
  let browser: Browser;

  const server = createServer((request, response) => {
    if (!fault) return void createStaticServer(served).emit("request", request, response);
    const path = (request.url ?? "/").slice(1).replace(/(^|\/)$/, "$1index.html");
    fault(request, response, Buffer.from(files.get(path) ?? ""));
  });

  beforeAll(async () => {
    await plantSmallWorld(older);
    await plantSmallWorld(newer, 3_600_000);
    files = filesIn(older);
    for (const all of [files, filesIn(newer)]) for (const bytes of all.values()) known.add(bytes.toString());
    const event = [...files.keys()].find((path) => /^earthquakes\/.*-us1\//.test(path))?.split("/")[1];
    const pages = [`/earthquakes/${event}/`, "/fr/map/", "/ja/", "/plates/east/", "/tools/energy/"];
    targets.push(...pages, `/api/v1/earthquakes/${event}/`, "/api/v1/stats/", "/api/v1/plates/east/");
    for (const one of [server, other]) await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
    browser = await launchChromium();
  }, 120_000);

  afterAll(async () => {
    await browser?.close();
    for (const one of [server, other]) {
      one.closeAllConnections();
      one.close();
    }
  });

  /** What each target answers: `none`, a status that is not 200, `ours`, or the start of what is not of the tree. */
  async function look(page: Page): Promise<string[]> {
    const answers = await page.evaluate(
      (all) =>
        Promise.all(
          all.map((target) =>
            fetch(target)
              .then(async (response) => ({ status: response.status, text: await response.text() }))
              .catch(() => undefined),
          ),
        ),
      targets,
    );
    return answers.map((answer) => {
      if (!answer) return "none";
      if (answer.text.includes(FOREIGN)) return FOREIGN;
      return answer.status === 200 ? (known.has(answer.text) ? "ours" : `not ours: ${answer.text.slice(0, 80)}`) : String(answer.status);
    });
  }

  it.each([
    ["has a copy", ""],
    ["copies nothing by itself", ON_DEMAND],
  ])(
    "and that %s, keeps nothing of it, and goes back to no older tree",
    async (_, query) => {
      [served, fault] = [older, undefined];
      const context = await browser.newContext();
      const base = `http://127.0.0.1:${portOf(server)}`;
      context.setDefaultTimeout(20_000);
      const page = await context.newPage();
      const update = () => page.evaluate("fetch('/api/v1/stats/').then((answer) => answer.headers.get('x-as-of'))");
      await page.goto(`${base}/snapshot.json`);
      await page.evaluate(`navigator.serviceWorker.register("/service-worker.js${query}").then(() => navigator.serviceWorker.ready)`);
      await expect.poll(() => page.evaluate("navigator.serviceWorker.controller !== null"), { timeout: 60_000 }).toBe(true);
      expect(await update()).toBe(OLD);
      for (const [name, wrong] of Object.entries(FAULTS)) {
        fault = wrong;
        await look(page);
        const visitor = await context.newPage();
        for (const target of ["/ja/", targets[0]]) await visitor.goto(base + target, { timeout: 3_000 }).catch(() => {});
        await visitor.close();
        fault = undefined;
        await context.setOffline(true);
        expect([name, (await look(page)).filter((answer) => !/^(ours|none|[45]\d\d)$/.test(answer))]).toEqual([name, []]);
        const explained = await page.goto(`${base}/never/seen/`).catch(() => undefined);
        expect((await explained?.text()) ?? "").not.toContain(FOREIGN);
        await context.setOffline(false);
        await page.goto(`${base}/snapshot.json`);
        expect([name, await look(page)]).toEqual([name, targets.map(() => "ours")]);
      }
      served = newer;
      await page.evaluate(TELL_UPDATE);
      expect(await update()).toBe(NEW);
      served = older;
      await page.evaluate(TELL_UPDATE);
      expect(await update()).toBe(NEW);
      await context.close();
    },
    150_000,
  );
});
