import { relative } from "node:path";
import { expect, it } from "vitest";
import { PROGRAM, reachable } from "../../build/platform/program-hash.ts";

/** The modules of the program that the key of some pages covers. */
function modulesOf(...names: string[]): string[] {
  return reachable(names.map((name) => `${PROGRAM}build/${name}.ts`)).map((file) => relative(`${PROGRAM}build`, file));
}

const DATA_PAGES = modulesOf("site/data/pages");
const TOOLS = modulesOf("site/tools/pages", "site/tools/from-catalogue");
const ANSWERS = modulesOf("answers/answers");

it("no page, tool or answer is made again for another parser of an agency, another host or another command", () => {
  for (const modules of [DATA_PAGES, TOOLS, ANSWERS]) {
    expect(modules.length).toBeGreaterThan(20);
    expect(modules.filter((name) => /^(?:agencies|hosts|publish|mirror|cli|config)\//.test(name))).toEqual([]);
  }
});

it("another template makes its pages again, and no others", () => {
  const templates = ["views/event.ts", "views/country.ts", "views/plate.ts", "views/term.ts", "data/page.ts"];
  expect(DATA_PAGES).toEqual(expect.arrayContaining(templates.map((name) => `site/${name}`)));
  expect(templates.filter((name) => TOOLS.includes(`site/${name}`))).toEqual([]);
  expect(TOOLS).toContain("site/tools/energy/tool.ts");
  expect(DATA_PAGES.filter((name) => name.startsWith("site/tools/"))).toEqual([]);
  for (const modules of [DATA_PAGES, TOOLS]) expect(modules).toEqual(expect.arrayContaining(["site/layout.ts"]));
});
