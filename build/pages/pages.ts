import type { Catalogue } from "../catalogue/catalogue.ts";
import { PROBLEM_TYPES, type ProblemKind, problemPage } from "../contract/problem.ts";
import { docsPage } from "./docs-page.ts";
import { formatsPage } from "./formats-page.ts";
import { methodsPage } from "./methods-page.ts";
import { problemPageHtml } from "./problem-page.ts";
import { startPage } from "./start-page.ts";

/** A page and its file in the tree. */
export interface PageFile {
  path: string;
  text: string;
}

/** Every page that is written from the catalogue and the contract. */
export function pages(catalogue: Catalogue): PageFile[] {
  const kinds = Object.keys(PROBLEM_TYPES) as ProblemKind[];
  return [
    { path: "index.html", text: startPage(catalogue) },
    { path: "docs/index.html", text: docsPage(catalogue.sources) },
    { path: "docs/formats/index.html", text: formatsPage() },
    { path: "methods/index.html", text: methodsPage(catalogue) },
    ...kinds.map((kind) => ({
      path: `${problemPage(kind).slice(1)}index.html`,
      text: problemPageHtml(kind),
    })),
  ];
}
