/**
 * Adds an endpoint, an agency, a page in English and one in every language to a copy of the checkout, by the steps of
 * `docs/architecture.md`, and runs in the copy what a contributor runs. It fails if the steps no longer lead to a tree of checks that
 * pass, the limits of `npm run size` included.
 *
 *     tsx scripts/ci/extend.ts
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANGUAGES } from "../../build/site/i18n/languages.ts";

/** Text that is put into a file directly before or after another text, which the file must have exactly once. */
interface Edit {
  file: string;
  at: string;
  put: string;
  where?: "before" | "after";
}

const SCHEMA = `export const ContinentList = object("ContinentList", {
  count: common.count,
  continents: z.array(object("ContinentList.continents", { continent: common.Continent, countries: common.count })),
});
export type ContinentList = z.infer<typeof ContinentList>;

`;

const FIELDS = `  "ContinentList": {
    "description": "The continents with their numbers of countries.",
    "fields": { "count": { "description": "Number of continents.", "examples": [7] }, "continents": { "description": "In order." } }
  },
  "ContinentList.continents": {
    "description": "A continent and its number of countries.",
    "fields": { "countries": { "description": "Number of its countries.", "examples": [50] } }
  },
`;

const ANSWER = `/** The continents with their numbers of countries. */
export function continentList({ countries }: Catalogue): Answer {
  const continents = CONTINENTS.map((continent) => ({
    continent,
    countries: countries.filter((country) => country.continent === continent).length,
  }));
  return queryAnswer("continents", {}, { count: continents.length, continents } satisfies ContinentList);
}

`;

const OPENAPI = `  "continents": {
    "resource": "ContinentList",
    "tag": "Countries",
    "summary": "Continents",
    "description": "The continents with their numbers of countries.",
    "parameters": {}
  },
`;

/** A list without parameters. */
const ENDPOINT: readonly Edit[] = [
  { file: "build/contract/table/endpoints.ts", at: '  | "countries"\n', put: '  | "continents"\n' },
  { file: "build/contract/table/endpoints.ts", at: '  row("countries",', put: '  row("continents", "/api/v1/continents/", [], DAILY),\n' },
  { file: "build/contract/resources/country.ts", at: "export const NotableEvent =", put: SCHEMA },
  { file: "data/openapi/fields.json", at: '  "NotableEvent": {\n', put: FIELDS },
  { file: "data/openapi/endpoints.json", at: '  "countries": {\n', put: OPENAPI },
  {
    file: "data/openapi/examples.json",
    at: '\n "countries": {',
    put: '\n "continents": { "request": "/api/v1/continents/", "body": null },',
  },
  { file: "build/answers/countries.ts", at: "/** The list of all countries,", put: ANSWER },
  { file: "build/answers/countries.ts", at: "import type { CountryProfile,", put: " ContinentList,", where: "after" },
  { file: "build/answers/answers.ts", at: "  yield* countryLists(", put: "  yield continentList(catalogue);\n" },
  { file: "build/answers/answers.ts", at: "countryLists } from", put: "continentList, " },
  {
    file: "build/hosts/browser/client.ts",
    at: "  /** `/api/v1/countries/` */\n",
    put: "  /** `/api/v1/continents/` */\n  continents: (options?: AskOptions) => Promise<Answer<ContinentList>>;\n",
  },
  {
    file: "build/hosts/browser/client.ts",
    at: "    countries: (query = {}, how)",
    put: '    continents: (how) => ask("continents", {}, {}, how),\n',
  },
  { file: "build/hosts/browser/client.ts", at: "  CombinedSearch,\n", put: "  ContinentList,\n", where: "after" },
  {
    file: "data/openapi/changelog.json",
    at: '    "changes": [\n',
    put: '      "/api/v1/continents/ lists the continents.",\n',
    where: "after",
  },
];

const PRESET = `    "sample": {
      "about": { "name": "Sample", "licence": "CC0 1.0", "attribution": "A network for the test.", "url": "https://sample.example/" },
      "address": "https://sample.example/fdsnws/event/1/",
      "quirks": { "idPrefix": "sample", "untyped": "not reported", "page": null }
    },
`;

/** A preset of an agency with an FDSN event service. */
const AGENCY: readonly Edit[] = [{ file: "data/event-services.json", at: '  "presets": {\n', put: PRESET, where: "after" }];

const PAGE_TEXT = `---
title: Continents
description: How many continents this service lists.
---

This service lists {{continents}} continents.
`;

/** A page in English with a number that the program computes. */
const PAGE: readonly Edit[] = [
  {
    file: "build/site/pages.ts",
    at: '  yield page("docs/conformance/index.html"',
    put: `  yield page("docs/continents/index.html", () =>
    textPage(renderPage("continents", { continents: CONTINENTS.length }), { path: "docs/continents/" }, translations),
  );
`,
  },
  {
    file: "build/site/pages.ts",
    at: 'import { PROBLEM_TYPES, type ProblemKind } from "../contract/wire/problem-types.ts";\n',
    put: `import { CONTINENTS } from "../contract/texts/vocabulary.ts";
import { renderPage, textPage } from "./read-page.ts";
`,
  },
  {
    file: "data/pages/docs.md",
    at: "## Changes of the API {#changes}\n",
    put: "There is a page of [continents](/docs/continents/), and [one in every language](/continents/).\n\n",
  },
  { file: "test/site/look-at-each.ts", at: '  "docs/conformance/",\n', put: '  "docs/continents/",\n' },
];

const TRANSLATED_VIEW = `import { CONTINENTS } from "../../contract/texts/vocabulary.ts";
import { html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** How many continents there are. */
export function continentsPage(translations: Translations): string {
  const t = translations.area("continents");
  const title = t("title");
  const main = html\`<h1>\${title}</h1><p>\${t("number", { count: CONTINENTS.length })}</p>\`;
  return layout({ path: "continents/", languages: "prebuilt", title, description: title, main }, translations);
}
`;

/** A page in every language. */
const TRANSLATED_PAGE: readonly Edit[] = [
  {
    file: "build/site/i18n/translations.ts",
    at: "  data: typeof import(",
    put: '  continents: typeof import("../../../data/languages/continents/en.json");\n',
  },
  {
    file: "build/site/pages.ts",
    at: "  yield* toolPages(translations, {",
    put: '  yield { path: pageFile(tag, "continents/"), key: hashOfValues([key]), text: () => continentsPage(translations) };\n',
  },
  {
    file: "build/site/pages.ts",
    at: 'import { dataFilesPage, formatsPage, hasFeeds } from "./views/data.ts";\n',
    put: 'import { continentsPage } from "./views/continents.ts";\n',
  },
  { file: "test/site/look-at-each.ts", at: '"offline/", "tools/", ...TOOL', put: '"continents/", ' },
];

/** The tests of what was added; the whole suite follows in CI. */
const TESTS = [
  "test/contract",
  "test/answers",
  "test/conformance/node.whole.test.ts",
  "test/repository",
  "test/agencies/fdsn",
  "test/site/sitemap.test.ts",
];

const here = process.cwd();
const copy = mkdtempSync(join(tmpdir(), "quaketree-extended-"));
try {
  for (const file of run("git", ["ls-files", "-z"], "pipe").split("\0").filter(Boolean)) cpSync(join(here, file), join(copy, file));
  copyModules();
  for (const edit of [...ENDPOINT, ...AGENCY, ...PAGE, ...TRANSLATED_PAGE]) apply(edit);
  writeFileSync(join(copy, "data/pages/continents.md"), PAGE_TEXT);
  writeFileSync(join(copy, "build/site/views/continents.ts"), TRANSLATED_VIEW);
  const texts = JSON.stringify({ title: "Continents", number: "Continents: {count}" }, null, 2);
  mkdirSync(join(copy, "data/languages/continents"));
  for (const { tag } of LANGUAGES) writeFileSync(join(copy, `data/languages/continents/${tag}.json`), `${texts}\n`);
  run("npx", ["biome", "check", "--write", "build", "test"]);
  run("npm", ["run", "-s", "prepare"]);
  run("npm", ["run", "-s", "docs"]);
  run("npm", ["run", "-s", "check"]);
  run("npx", ["vitest", "run", "--configLoader", "runner", "--reporter=dot", ...TESTS]);
  // Pages of events, which are most of a tree, have nothing of what was added.
  run("node", ["build/quaketree.js", "build", "--out", "tree", "--event-pages", "none"]);
  // Every answer against its schema, and every link of every page.
  run("node", ["build/quaketree.js", "verify", "tree"]);
  run("npm", ["run", "-s", "size"]);
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** A symbolic link would lead the bundled program back to the data of this checkout. Hard links need one file system. */
function copyModules(): void {
  const [from, to] = [realpathSync(join(here, "node_modules")), join(copy, "node_modules")];
  try {
    execFileSync("cp", ["-al", from, to], { stdio: "ignore" });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync("cp", ["-a", from, to]);
  }
  // What the copy writes there must not reach this checkout by a link.
  rmSync(join(to, ".cache"), { recursive: true, force: true });
}

/** @throws Error if the file does not have the text exactly once: then the steps or this script are out of date */
function apply({ file, at, put, where = "before" }: Edit): void {
  const path = join(copy, file);
  const parts = readFileSync(path, "utf8").split(at);
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length > 2) {
    throw new Error(`${file} has ${JSON.stringify(at)} ${parts.length - 1} times, not once: renew the edits of scripts/ci/extend.ts`);
  }
  writeFileSync(path, where === "before" ? before + put + at + after : before + at + put + after);
}

function run(command: string, args: readonly string[], output: "inherit" | "pipe" = "inherit"): string {
  const cwd = output === "pipe" ? here : copy;
  // The captures lie beside this checkout, not beside the copy.
  const { REQUIRE_CORPUS: _, ...env } = process.env;
  return execFileSync(command, args, { cwd, env, encoding: "utf8", stdio: ["ignore", output, "inherit"] }) ?? "";
}
