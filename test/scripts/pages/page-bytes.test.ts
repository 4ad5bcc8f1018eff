import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { pageBytes } from "../../../scripts/measure/bench/page-weight.ts";
import { temporaryFolder } from "../../support/temporary.ts";

it("the weight of a page is that of its HTML, style sheets and scripts with their imports, each once and as sent", () => {
  const tree = temporaryFolder();
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(tree, path)), { recursive: true });
    writeFileSync(join(tree, path), text);
    return text.length;
  };
  const page = write(
    "a/index.html",
    `<link rel="stylesheet" href="/assets/style.css"><script type="module" src="/assets/a.js"></script>
<script
type="module" src="/assets/b.js"></script>`,
  );
  write("assets/style.css", "p { margin: 0 }");
  const style = write("assets/style.css.br", "0123");
  const first = write("assets/a.js", `import{x}from"./shared/c.js";import("./late.js");x()`);
  const second = write("assets/b.js", `import"./shared/c.js";`);
  const third = write("assets/shared/c.js", `import{y}from"../d.js";export const x=y;`);
  const fourth = write("assets/d.js", `import{x}from"./shared/c.js";export const y=()=>x;`);
  write("assets/late.js", "1");
  expect(pageBytes(tree, "a/index.html")).toBe(page + style + first + second + third + fourth);
});
