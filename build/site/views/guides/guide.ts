import type { Html } from "../../html.ts";

/** A program that a reader can copy. It asks `http://localhost:8080`, where `quaketree start` serves. */
export interface GuideExample {
  language: "sh" | "js" | "python";
  code: string;
  /** What it prints on any tree, at least; a test runs it and looks. */
  prints: RegExp;
}

/** A page under `/docs/guides/`. The examples of one guide are run one after the other in the same folder. */
export interface Guide {
  /** Its folder in the address. */
  slug: string;
  title: string;
  /** What the reader can do after it, in one sentence. */
  description: string;
  body: readonly (Html | GuideExample)[];
}
