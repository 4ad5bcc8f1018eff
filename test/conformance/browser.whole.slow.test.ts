import type { RequestListener } from "node:http";
import type { Page, Response } from "playwright-core";
import { inject } from "vitest";
import { preparedFile } from "../../build/platform/prepared-files.ts";
import { host } from "../../build/site/read-page.ts";
import { launchChromium } from "../support/chromium.ts";
import { listen } from "../support/listen.ts";
import { plainServer } from "./plain-server.ts";
import type { RawAnswer, RawRequest } from "./raw-http.ts";
import { conformance, type RunningHost } from "./run.ts";

/** A plain file server, with the service worker also where the tree is one of a test that has none. */
async function withServiceWorker(dir: string): Promise<RequestListener> {
  const worker = await preparedFile("tree/service-worker.js");
  const files = plainServer(dir);
  return (request, response) => {
    if (request.url === "/service-worker.js") {
      response.writeHead(200, { "content-type": "text/javascript" }).end(worker);
    } else if (request.url === "/blank") {
      response.writeHead(200, { "content-type": "text/html" }).end("<title>Blank</title>");
    } else files(request, response);
  };
}

/** Real Chromium, with a page that asks and the service worker that answers. */
async function start(dir: string): Promise<RunningHost> {
  const { base, close } = await listen(await withServiceWorker(dir));
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto(`${base}/blank`);
  await page.evaluate(REGISTER);
  return {
    ask: (request) => askPage(page, base, request),
    refresh: () => page.evaluate(UPDATE),
    async stop() {
      await browser.close();
      await close();
    },
  };
}

// As text: it runs in the page, of which the types of Node know nothing.
const REGISTER = `(async () => {
  const { serviceWorker } = navigator;
  const controlled = new Promise((resolve) => serviceWorker.addEventListener("controllerchange", resolve));
  await serviceWorker.register("/service-worker.js");
  await controlled;
})()`;

const UPDATE = `new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = resolve;
  navigator.serviceWorker.controller.postMessage({ type: "update" }, [port2]);
})`;

/** What the page sees; of a redirect, which fetch follows, the first response as the browser's inspector shows it. */
async function askPage(page: Page, base: string, { method, target, headers }: RawRequest): Promise<RawAnswer> {
  const first: Response[] = [];
  const note = (response: Response) => void (response.request().redirectedTo() && first.push(response));
  page.on("response", note);
  try {
    const seen = await page.evaluate(
      async ([url, init]) => {
        const response = await fetch(url, init);
        const { status, redirected } = response;
        const bytes = Array.from(new Uint8Array(await response.arrayBuffer()));
        return { status, redirected, bytes, headers: Object.fromEntries(response.headers) };
      },
      [base + target, { method, headers }] as const,
    );
    const [redirect] = first;
    if (seen.redirected && redirect) {
      return { status: redirect.status(), headers: await redirect.allHeaders(), body: new Uint8Array(0) };
    }
    return { status: seen.status, headers: seen.headers, body: Uint8Array.from(seen.bytes) };
  } catch {
    return { status: 0, headers: {}, body: new Uint8Array(0) };
  } finally {
    page.off("response", note);
  }
}

conformance({ ...host("browser"), start, installed: inject("programs").chromium });
