import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { BrowserContext, Page } from "playwright-core";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { TOOL_SLUGS } from "../../build/site/tools/tool.ts";
import { GUIDES } from "../../build/site/views/guides.ts";
import { useEmbeddedSite } from "./embedded-site.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const SIZES = { phone: { width: 360, height: 740 }, desk: { width: 1280, height: 900 } } as const;
/** One of them from right to left. */
export const TRIED_LANGUAGES = ["en", "ar", "ja"];

/** Addresses in English; one page of each kind, and each that is the only one of its kind. */
export const TRANSLATED = ["", "map/", "earthquakes/", "search/", "offline/", "tools/", ...TOOL_SLUGS.map((slug) => `tools/${slug}/`)];
export const BY_SCRIPT = ["countries/", "countries/japan/", "plates/", "plates/pacific/", "glossary/", "glossary/magnitude/"];
export const ENGLISH = [
  "docs/",
  "docs/reference/",
  "docs/conformance/",
  "docs/formats/",
  "docs/problems/not-found/",
  "methods/",
  ...GUIDES.map((slug) => `docs/guides/${slug}/`),
];

function address(path: string, language: string): string {
  if (language === "en" || ENGLISH.includes(path)) return `/${path}`;
  return TRANSLATED.includes(path) ? `/${language}/${path}` : `/${path}?lang=${language}`;
}

interface AxeResult {
  violations: { id: string; impact: string; nodes: { target: string[]; failureSummary: string }[] }[];
}

/** @param options of axe: which rules are tried */
async function seriousFaults(page: Page, options: Readonly<Record<string, unknown>> = {}): Promise<string[]> {
  const { violations } = await page.evaluate(
    (given) =>
      (globalThis as unknown as { axe: { run: (...options: unknown[]) => Promise<AxeResult> } }).axe.run({
        resultTypes: ["violations"],
        ...given,
      }),
    options,
  );
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/** Stands for the page of an earthquake that the tree has. */
export const AN_EVENT = "(an event)";

/** Looks at pages, each in every language tried, size and theme. @param name of the group of tests @param paths addresses in English */
export function lookAtEach(name: string, paths: readonly string[]): void {
  describe.skipIf(!inject("programs").chromium)(name, () => looking(paths));
}

function looking(paths: readonly string[]): void {
  const site = useEmbeddedSite();
  let event: string;

  beforeAll(async () => {
    const found = await fetch(`${site.base}/api/search/?q=taiwan`);
    const { results } = (await found.json()) as { results: { slug: string }[] };
    event = `earthquakes/${results[0]?.slug}/`;
  });

  /** What is wrong with a page in one language; nothing where all is well. */
  async function faultsOf(path: string, language: string): Promise<string[]> {
    const faults: string[] = [];
    const context: BrowserContext = await site.browser.newContext({ viewport: SIZES.phone, colorScheme: "light" });
    const page = await context.newPage();
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    page.on("console", (message) => message.type() === "error" && faults.push(`console: ${message.text()}`));
    page.on("request", (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== site.base) faults.push(`outside: ${request.url()}`);
    });
    await page.goto(site.base + address(path, language), { waitUntil: "networkidle" });
    const lang = ENGLISH.includes(path) ? "en" : language;
    // A browser at work for longer than the network is idle has not yet written the page in its language.
    await page
      .locator(`html[lang="${lang}"]`)
      .waitFor({ state: "attached", timeout: 10_000 })
      .catch(() => {});
    const shown = await page.evaluate<{ lang: string; dir: string }>("(({ lang, dir }) => ({ lang, dir }))(document.documentElement)");
    if (shown.lang !== lang) faults.push(`language: ${shown.lang} instead of ${lang}`);
    if (shown.dir !== (lang === "ar" ? "rtl" : "ltr")) faults.push(`direction: ${shown.dir}`);
    for (const [size, viewport] of Object.entries(SIZES)) {
      await page.setViewportSize(viewport);
      const over = await page.evaluate<number>("(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.documentElement)");
      if (over > 0) faults.push(`${size}: ${over} px wider than the window`);
      // Of another language only the words differ, whose presence other tests see, and of one also the direction.
      if (language !== TRIED_LANGUAGES[0] && (shown.dir === "ltr" || viewport !== SIZES.phone)) continue;
      await page.evaluate(AXE);
      const rules = language === TRIED_LANGUAGES[0] ? {} : { "color-contrast": { enabled: false } };
      faults.push(...(await seriousFaults(page, { rules })).map((fault) => `${size}: ${fault}`));
    }
    if (language === TRIED_LANGUAGES[0]) {
      // Of the other theme only the colours differ. The large size shows more.
      await page.emulateMedia({ colorScheme: "dark" });
      faults.push(...(await seriousFaults(page, { runOnly: ["color-contrast"] })).map((fault) => `dark: ${fault}`));
    }
    await context.close();
    return faults;
  }

  // A page waits for its network most of the time.
  it.concurrent.each(paths)(
    "has no error, asks nobody outside, fits the window and can be used by all: /%s",
    async (path) => {
      for (const language of ENGLISH.includes(path) ? ["en"] : TRIED_LANGUAGES) {
        const faults = await faultsOf(path === AN_EVENT ? event : path, language);
        expect({ path, language, faults }).toEqual({ path, language, faults: [] });
      }
    },
    300_000,
  );
}
