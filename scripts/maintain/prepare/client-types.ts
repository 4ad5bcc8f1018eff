/**
 * The types of the client as one file without imports, for projects that load `/assets/client.js`: the declarations of its source
 * that its exports need, and the bodies by their schemas.
 */
import { readFileSync } from "node:fs";
import { transformSync } from "@swc/core";
import { componentSchemas, type JsonObject } from "../../../build/answers/openapi/openapi.ts";
import { filesBelow, PROGRAM } from "../../../build/platform/program.ts";

const BROWSER = "build/hosts/browser";
const CLIENT = `${BROWSER}/client.ts`;
/** Sources of declarations, besides the schemas. */
const SOURCES = [
  CLIENT,
  ...["create-source", "follow-changes", "parameters", "source", "event-service"].map((name) => `${BROWSER}/${name}.ts`),
];
/** Sources of types alone. */
const TYPES = ["wire/problem", "table/parameters", "texts/vocabulary"].map((name) => `build/contract/${name}.ts`);

/** What the types are made of, besides this script. */
export const TYPE_INPUTS = [...SOURCES, ...TYPES, ...filesBelow("build/contract/resources", PROGRAM), "data/openapi/fields.json"];

/** `client.d.ts` and `event-service.d.ts`. */
export function clientTypes(): [string, Uint8Array][] {
  const known = new Map([...bodies(), ...TYPES.flatMap(writtenTypes), ...SOURCES.flatMap(declarations)]);
  const events = ["createEventService", "EventService"].map((name): [string, string] => [name, name]);
  const files = { client: exportsOf(CLIENT, known), "event-service": new Map([...events, ["EventServiceOptions", "SourceOptions"]]) };
  return Object.entries(files).map(([name, roots]) => [`tree/assets/${name}.d.ts`, new TextEncoder().encode(joined(roots, known))]);
}

/** The exported names of a module: its own, and those that it exports from others. */
function exportsOf(path: string, known: ReadonlyMap<string, string>): Map<string, string> {
  const text = readFileSync(PROGRAM + path, "utf8");
  const names = new Map(declarations(path).map(([name]) => [name, name]));
  for (const [, list = ""] of text.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)) {
    for (const one of list.split(",").map((entry) => entry.trim().replace(/^type /, ""))) {
      const [name, as = name] = one.split(" as ");
      if (name && as) names.set(as, name);
    }
  }
  if (/^export type \* from .*resources\.ts/m.test(text)) for (const [name] of bodies()) names.set(name, name);
  for (const name of names.values()) if (!known.has(name)) throw new Error(`${path} exports ${name}, which is not declared`);
  return names;
}

/** The declarations of these names, and of all that they mention. Only the names themselves are exported. */
function joined(roots: ReadonlyMap<string, string>, known: ReadonlyMap<string, string>): string {
  const needed = new Set<string>();
  const need = (name: string): void => {
    const text = known.get(name);
    if (text === undefined || needed.has(name)) return;
    needed.add(name);
    for (const [word] of withoutComments(text).matchAll(/\b[A-Za-z_]\w*\b/g)) need(word);
  };
  for (const name of roots.values()) need(name);
  const names = Array.from(roots, ([as, name]) => (as === name ? name : `${name} as ${as}`)).toSorted();
  const texts = [...known].flatMap(([name, text]) => (needed.has(name) ? [text] : []));
  // For `URL`, `Response` and `AbortSignal`, which a program without this lib does not know.
  return `/// <reference lib="dom" />\n${texts.join("\n")}\nexport { ${names.join(", ")} };\n`;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[^]*?\*\//g, "");
}

/** The declarations of a source, by name. */
function declarations(path: string): [string, string][] {
  const { output } = transformSync(readFileSync(PROGRAM + path, "utf8"), {
    filename: path,
    jsc: { parser: { syntax: "typescript" }, target: "es2022", experimental: { emitIsolatedDts: true } },
  }) as { output?: string };
  const { __swc_isolated_declarations__: text } = JSON.parse(output ?? "{}") as Record<string, string | undefined>;
  if (text === undefined) throw new Error(`${path} has no declarations`);
  return statements(text).flatMap(({ comment, text: one }): [string, string][] => {
    const [, name] = /^(?:declare )?(?:interface|type|class|const|(?:async )?function\*?) (\w+)/.exec(one) ?? [];
    return name === undefined ? [] : [[name, comment + one]];
  });
}

/** The statements of a source without `export`, each with the comment before it. */
function statements(source: string): { comment: string; text: string }[] {
  return source.split(/^(?=\/\*\*|export |import |const |declare |function |type |interface )/m).map((one) => {
    const [, comment = "", text = ""] = /^(\/\*\*[^]*?\*\/)?\s*(?:export )?([^]*)$/.exec(one) ?? [];
    return { comment: comment && `${comment}\n`, text: text.trimEnd() };
  });
}

/** The interfaces, types and lists of literals of a source as they are written, by name. */
function writtenTypes(path: string): [string, string][] {
  return statements(readFileSync(PROGRAM + path, "utf8")).flatMap(({ comment, text }): [string, string][] => {
    const [, list, values] = /^const (\w+) = (\[[^\]]*\]) as const;/.exec(text) ?? [];
    if (list !== undefined) return [[list, `declare const ${list}: readonly ${values};`]];
    const [, name] = /^(?:interface|type) (\w+)/.exec(text) ?? [];
    return name === undefined ? [] : [[name, comment + text]];
  });
}

/** The types of the bodies, by name. */
function bodies(): [string, string][] {
  return Object.entries(componentSchemas()).map(([name, schema]) => [
    name,
    `${comment(schema as JsonObject, "")}type ${name} = ${typeOf(schema)};`,
  ]);
}

function comment(schema: JsonObject, indent: string): string {
  const { description } = schema;
  return typeof description === "string"
    ? `${indent}/** ${description.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n${indent}`
    : indent;
}

/** A JSON Schema as a type. @throws Error for a keyword that no body has */
function typeOf(given: unknown, indent = ""): string {
  const schema = given as JsonObject & Record<"anyOf" | "oneOf" | "enum" | "prefixItems", unknown[] | undefined>;
  const { $ref: ref, const: only, type } = schema;
  if (typeof ref === "string") return ref.slice(ref.lastIndexOf("/") + 1);
  if (only !== undefined) return JSON.stringify(only);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return union(choices.map((one) => typeOf(one, indent)));
  if (Array.isArray(type)) return union(type.map((one: unknown) => typeOf({ ...schema, type: one }, indent)));
  if (type === "array") {
    if (schema.prefixItems) return `[${schema.prefixItems.map((one) => typeOf(one, indent)).join(", ")}]`;
    const item = typeOf(schema["items"], indent);
    return `readonly ${/ \| |^readonly/.test(item) ? `(${item})` : item}[]`;
  }
  if (type === "object") return objectType(schema, indent);
  if (type === undefined) return "unknown";
  if (type === "integer") return "number";
  if (type === "string" || type === "number" || type === "boolean" || type === "null") return type;
  throw new Error(`no type for ${JSON.stringify(schema).slice(0, 200)}`);
}

function union(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}

function objectType({ properties, required = [], additionalProperties: more }: JsonObject, indent: string): string {
  if (properties === undefined) return `Record<string, ${typeof more === "object" ? typeOf(more, indent) : "unknown"}>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties as Record<string, JsonObject>).map(([name, schema]) => {
    const optional = (required as string[]).includes(name) ? "" : "?";
    return `${comment(schema, inner)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}${optional}: ${typeOf(schema, inner)};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}
