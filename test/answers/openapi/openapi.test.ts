import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { beforeAll, describe, expect, test } from "vitest";
import { documentedParameters, ENDPOINT_TEXTS, parameterText } from "../../../build/answers/openapi/descriptions.ts";
import { API_VERSION, openApiDocument } from "../../../build/answers/openapi/openapi.ts";
import { RESOURCES } from "../../../build/contract/resources/resources.ts";
import { ENDPOINTS } from "../../../build/contract/table/endpoints.ts";
import { matchPath } from "../../../build/contract/table/paths.ts";
import { PROBLEM_TYPES } from "../../../build/contract/wire/problem-types.ts";
import fields from "../../../data/openapi/fields.json" with { type: "json" };

type Json = Record<string, never>;
interface ParameterObject {
  name: string;
  in: string;
  required: boolean;
  description: string;
  example: unknown;
  schema: Record<string, unknown>;
}
interface Operation {
  operationId: string;
  tags: string[];
  parameters: ParameterObject[];
  responses: Record<string, { $ref?: string; content?: Record<string, MediaType>; headers?: Json }>;
}
interface MediaType {
  schema: { $ref: string };
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
interface Document {
  openapi: string;
  info: { version: string };
  paths: Record<string, { get: Operation }>;
  components: {
    schemas: Record<string, Record<string, unknown>>;
    responses: Record<string, { content?: Record<string, MediaType> }>;
    headers: Record<string, { schema: object; example: unknown }>;
  };
}

const document = openApiDocument() as unknown as Document;
const text = JSON.stringify(document);

let ajv: Ajv2020;
beforeAll(() => {
  ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, validateFormats: true });
  addFormats.default(ajv);
  ajv.addVocabulary(["components", "example"]);
  ajv.addSchema({ $id: "doc", components: document.components });
});

/** Walks every object of the document with the path that leads to it. */
function* objects(value: unknown, path = ""): Iterable<[string, Record<string, unknown>]> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield [path, value as Record<string, unknown>];
  for (const [key, inner] of Object.entries(value)) yield* objects(inner, `${path}/${key}`);
}

/** The schemas of the components: what lies in examples is data, not schema. */
function* schemaObjects(): Iterable<[string, Record<string, unknown>]> {
  for (const [path, value] of objects(document.components.schemas))
    if (!/(?<!\/properties)\/examples?(\/|$)/.test(path)) yield [path, value];
}

function expectValid(schemaRef: string, body: unknown): void {
  const validate = ajv.compile({ $ref: `doc${schemaRef}` });
  expect(validate(body) ? [] : validate.errors).toEqual([]);
}

describe("the OpenAPI document", () => {
  test("is OpenAPI 3.1.0 of API version 1.0.0, and the same every time", () => {
    expect(document.openapi).toBe("3.1.0");
    expect(document.info.version).toBe(API_VERSION);
    expect(API_VERSION).toBe("1.0.0");
    expect(JSON.stringify(openApiDocument())).toBe(text);
  });

  test("is valid against the schema of OpenAPI", async () => {
    const result = await new Validator().validate(JSON.parse(text));
    expect(result).toMatchObject({ valid: true });
  });

  test("is its own resource", () => expect(RESOURCES.OpenApiDocument?.safeParse(document).success).toBe(true));

  test("resolves every reference", () => {
    for (const [path, { $ref }] of objects(document)) {
      if (typeof $ref !== "string") continue;
      const target = $ref
        .split("/")
        .slice(1)
        .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
      expect(target, `${path}: ${$ref}`).toBeTypeOf("object");
    }
  });

  test("has no traces of the schema library", () => {
    expect(text).not.toContain("$schema");
    expect(text).not.toContain("$id");
    expect(text).not.toContain("9007199254740991");
    expect(text).not.toContain("__shared");
    for (const [path, schema] of schemaObjects()) {
      if (schema.format === "date-time") expect(schema, path).not.toHaveProperty("pattern");
    }
  });

  test("uses every component, and has one for every resource", () => {
    for (const section of ["schemas", "responses", "headers"] as const) {
      for (const name of Object.keys(document.components[section])) expect(text).toContain(`"#/components/${section}/${name}"`);
    }
    expect(Object.keys(document.components.schemas).toSorted()).toEqual(Object.keys(RESOURCES).toSorted());
  });

  test("describes every operation, parameter, response, header, tag and component", () => {
    const described = Object.values(document.paths)
      .map(({ get }) => get)
      .flatMap((operation) => [operation, ...operation.parameters]);
    const components = Object.values(document.components).flatMap((section) => Object.values(section as object));
    for (const each of [...described, ...components] as { description?: string }[]) {
      expect(each.description, JSON.stringify(each).slice(0, 120)).toMatch(/^\S.{2,}/);
    }
    expect(text).not.toMatch(/"(description|summary|title)":"\s*"/);
  });

  test("uses every text of schemas and fields", () => {
    const texts = [...objects(fields)].map(([, { description }]) => description).filter((one) => typeof one === "string");
    expect(texts.filter((one) => !text.includes(JSON.stringify(one)))).toEqual([]);
  });

  test("describes every field, and gives an example of each that is not an object", () => {
    for (const [path, schema] of schemaObjects()) {
      for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, Record<string, unknown>>)) {
        if (path.endsWith("/properties") || "$ref" in field) continue;
        expect(field.description, `${path}/${name}`).toMatch(/^\S.{2,}/);
        const isPlain = typeof field.type === "string" ? !["object", "array"].includes(field.type) : !("anyOf" in field);
        if (isPlain && !("const" in field)) expect(field.examples, `${path}/${name}`).toHaveProperty("length");
      }
    }
  });
});

describe("every endpoint of the table", () => {
  test("is there, and after them the stream, the event service, feeds and files", () => {
    const paths = Object.keys(document.paths);
    expect(paths.slice(0, ENDPOINTS.length)).toEqual(ENDPOINTS.map(({ path }) => path));
    expect(paths.slice(ENDPOINTS.length)).toEqual([
      "/api/changes/stream",
      ...["query", "count", "version", "catalogs", "contributors", "application.json", "application.wadl"].map(
        (name) => `/fdsnws/event/1/${name}`,
      ),
      "/earthquakes/feed/v1.0/summary/{size}_{window}.{format}",
      "/data/{file}",
      "/status.json",
      "/snapshot.json",
    ]);
  });

  test("has an operation id of its own", () => {
    const ids = Object.values(document.paths).map(({ get }) => get.operationId);
    expect(new Set(ids).size).toBe(Object.keys(document.paths).length);
    expect(ids).toContain("getPlateBoundaries");
  });

  describe.each(ENDPOINTS)("$path", (endpoint) => {
    const operation = document.paths[endpoint.path]?.get as Operation;

    test("has each parameter with type, bounds, default, description and example", () => {
      const documented = documentedParameters(endpoint);
      expect(operation.parameters.map(({ name }) => name)).toEqual(documented.map(({ name }) => name));
      documented.forEach((parameter, at) => {
        const object = operation.parameters[at] as ParameterObject;
        expect(object).toMatchObject({
          in: parameter.in,
          required: parameter.required ?? false,
          ...parameterText(endpoint.id, parameter.name),
        });
        const { minimum, maximum, minLength, maxLength, pattern, default: preset, choices } = parameter;
        const expected = { minimum, maximum, minLength, maxLength, pattern, default: preset, enum: choices };
        for (const [key, value] of Object.entries(expected)) expect(object.schema[key], key).toEqual(value);
      });
    });

    test("has parameter examples and defaults that its own schemas accept", () => {
      for (const { name, schema, example } of operation.parameters) {
        const validate = ajv.compile(schema);
        expect(validate(example), name).toBe(true);
        if ("default" in schema) expect(validate(schema.default), name).toBe(true);
      }
    });

    test("answers 200 with an example that its schema accepts, here and in zod", () => {
      const media = operation.responses["200"]?.content?.["application/json"];
      expect(media?.schema).toEqual({ $ref: `#/components/schemas/${ENDPOINT_TEXTS[endpoint.id].resource}` });
      expectValid(media?.schema.$ref ?? "", media?.example);
      expect(RESOURCES[ENDPOINT_TEXTS[endpoint.id].resource]?.safeParse(media?.example).error).toBeUndefined();
    });

    test("names the errors and headers that it may answer with", () => {
      const hasPath = endpoint.path.includes("{");
      expect(Object.keys(operation.responses)).toEqual(
        ["200", "304", "308", "400", "404", "405", "410", "500", "503"].filter((status) => {
          const isEvent = endpoint.id === "earthquake";
          if (status === "308") return isEvent || /^(country|country-risk|earthquakes)$/.test(endpoint.id);
          if (status === "410") return isEvent;
          return status !== "404" || hasPath;
        }),
      );
      const headers = Object.keys(operation.responses["200"]?.headers ?? {});
      expect(headers).toEqual(expect.arrayContaining(["ETag", "X-Snapshot", "X-As-Of"]));
      expect(headers.includes("Link")).toBe(endpoint.id === "earthquakes");
    });

    test("is found under its path with the examples filled in", () => {
      const filled = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameterText(endpoint.id, name).example));
      expect(matchPath(filled.split("/"))?.endpoint.id).toBe(endpoint.id);
    });
  });
});

describe("the problems", () => {
  const medias = Object.values(document.components.responses).flatMap(({ content }) => Object.entries(content ?? {}));

  test("have the media type of RFC 9457 and examples that their schema accepts", () => {
    for (const [type, media] of medias) {
      expect(type).toBe("application/problem+json");
      for (const { value } of Object.values(media.examples ?? {})) expectValid(media.schema.$ref, value);
    }
  });

  test("are all shown but those that no endpoint answers with", () => {
    // The first two are answers under /s/, the others to what is not a request of any endpoint.
    const others = ["unknown-snapshot", "busy", "malformed-request", "request-timeout", "headers-too-large"];
    const shown = medias.flatMap(([, media]) => Object.keys(media.examples ?? {}));
    expect([...shown, ...others].toSorted()).toEqual(Object.keys(PROBLEM_TYPES).toSorted());
  });
});

describe("the examples of fields and headers", () => {
  test("are valid against their own schemas", () => {
    let checked = 0;
    for (const [path, schema] of schemaObjects()) {
      if (!Array.isArray(schema.examples) || path.endsWith("/properties")) continue;
      const validate = ajv.compile({ $ref: `doc#/components/schemas${path.replaceAll("%", "%25")}` });
      checked += schema.examples.length;
      for (const example of schema.examples) expect([path, validate(example), validate.errors]).toEqual([path, true, null]);
    }
    expect(checked).toBeGreaterThan(100);
    for (const [name, { schema, example }] of Object.entries(document.components.headers)) {
      expect(ajv.compile(schema)(example), name).toBe(true);
    }
  });
});
