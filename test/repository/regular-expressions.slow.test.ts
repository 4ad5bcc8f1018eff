import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "@swc/core";
import { check } from "recheck";
import { expect, it } from "vitest";
import { ENDPOINTS } from "../../build/contract/table/endpoints.ts";

interface Expression {
  source: string;
  flags: string;
  file: string;
}

/** They read our own prose in `data/pages/` and our own source only. */
const OWN_INPUT = new Set([join("build", "site", "markdown.ts"), join("build", "platform", "program-hash.ts")]);

function sourceFiles(): string[] {
  const files = readdirSync("build", { recursive: true, encoding: "utf8" }).map((file) => join("build", file));
  return files.filter((file) => /\.(?:ts|js)$/.test(file) && !OWN_INPUT.has(file));
}

interface SyntaxNode {
  type: string;
  pattern: string;
  flags: string;
  callee: { value?: string };
  arguments: { expression: { type: string; quasis: { cooked: string }[] } }[];
}

/** The literals of a file, and the templates that it makes expressions of, with a letter for each value that they insert. */
function expressionsOf(file: string): Expression[] {
  const found: Expression[] = [];
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, pattern, flags, callee, arguments: given } = node as SyntaxNode;
    if (type === "RegExpLiteral") found.push({ source: pattern, flags, file });
    if (type === "NewExpression" && callee.value === "RegExp") {
      const [template] = given.filter(({ expression }) => expression.type === "TemplateLiteral");
      const source = template?.expression.quasis.map(({ cooked }) => cooked).join("x");
      if (source !== undefined) found.push({ source, flags: "", file });
    }
    for (const child of Object.values(node)) walk(child);
  };
  walk(parseSync(readFileSync(file, "utf8"), { syntax: "typescript", target: "esnext" }));
  return found;
}

/** What hosts compare values in the path of a request with. */
function pathPatterns(): Expression[] {
  const patterns = ENDPOINTS.flatMap(({ parameters }) => parameters.flatMap(({ pattern }) => pattern ?? []));
  return patterns.map((source) => ({ source, flags: "", file: "build/contract/table/endpoints.ts" }));
}

/** Others read a fixed number of characters from each start. */
function isUnbounded({ source }: Expression): boolean {
  return /[*+]|\{\d+,\}/.test(source);
}

it("no regular expression takes more than linear time", async () => {
  const files = sourceFiles();
  const expressions = [...files.flatMap(expressionsOf), ...pathPatterns()];
  expect(files.length).toBeGreaterThan(400);
  expect(expressions.length).toBeGreaterThan(200);
  const unique = new Map(expressions.filter(isUnbounded).map((one) => [`/${one.source}/${one.flags}`, one]));
  const slow: string[] = [];
  for (const [name, { source, flags, file }] of unique) {
    const { status } = await check(source, flags, { checker: "automaton", timeout: 60_000 });
    if (status !== "safe") slow.push(`${file}: ${name} is ${status}`);
  }
  expect(slow).toEqual([]);
});
