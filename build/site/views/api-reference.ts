import { API_CHANGELOG, documentedParameters, ENDPOINT_TEXTS, EXAMPLES, parameterText, TAGS } from "../../answers/openapi/descriptions.ts";
import { componentSchemas, type JsonObject } from "../../answers/openapi/openapi.ts";
import { ENDPOINTS, type Endpoint, type EndpointId } from "../../contract/table/endpoints.ts";
import type { Parameter } from "../../contract/table/parameter.ts";
import { REQUEST_LANGUAGES, requestCode, requestTarget } from "../format/request-code.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { renderMarkdown } from "../markdown.ts";

/** The script of the page replaces this host by the host of the page. */
const EXAMPLE_HOST = "http://localhost:8080";

/**
 * `/docs/reference/`: every endpoint with a form that sends the request, code in four languages, and the fields of the answers.
 *
 * @param earthquake slug of the one in the examples
 */
export function apiReferencePage(earthquake: string | undefined, translations: Translations): string {
  const own: OwnExamples = earthquake === undefined ? {} : { earthquake: { slug: earthquake } };
  return layout(
    {
      path: "docs/reference/",
      languages: "english",
      title: "API reference · Quaketree",
      description: "Every endpoint of the Quaketree earthquake API: parameters, answers, code in curl, JavaScript, Python and R.",
      width: "wide",
      head: html`<link rel="stylesheet" href="/assets/reference.css">
`,
      end: html`<script type="module" src="/assets/pages/reference.js"></script>
`,
      main: html`<div class="reference">
${contents()}
<div class="endpoints">
<h1>API reference</h1>
<p class="lead">Version ${API_CHANGELOG[0]?.version}. Every request is a GET without key or cookie, from any origin. The rules for
all of them, such as errors, paging and caching, are in the <a href="/docs/">documentation</a>; <a
href="/api/v1/openapi.json">openapi.json</a> describes the same for programs.</p>
${TAGS.map(({ name, description }) => tagSection(name, description, own))}
<section id="answers"><h2>Fields of the answers</h2>
${Object.entries(componentSchemas()).map(([name, schema]) => schemaSection(name, schema as Schema))}</section>
</div>
</div>`,
    },
    translations,
  );
}

/** Example values that only this tree has, by endpoint and parameter. */
type OwnExamples = Partial<Record<EndpointId, Readonly<Record<string, string>>>>;

function ofTag(tag: string): Endpoint[] {
  return ENDPOINTS.filter(({ id }) => ENDPOINT_TEXTS[id].tag === tag);
}

/** The list of endpoints beside the page. On a phone its script closes it. */
function contents(): Html {
  return html`<nav aria-label="Endpoints"><details open><summary>Endpoints</summary>
${TAGS.map(
  ({ name }) => html`<p>${name}</p><ul>${ofTag(name).map(
    ({ id }) => html`<li><a href="#${id}">${ENDPOINT_TEXTS[id].summary}</a></li>`,
  )}</ul>
`,
)}<p><a href="#answers">Fields of the answers</a></p></details></nav>`;
}

function tagSection(name: string, description: string, own: OwnExamples): Html {
  return html`<section><h2>${name}</h2>${renderMarkdown(description)}
${ofTag(name).map((endpoint) => endpointSection(endpoint, own[endpoint.id] ?? {}))}</section>
`;
}

function endpointSection(endpoint: Endpoint, own: Readonly<Record<string, string>>): Html {
  const { id, path } = endpoint;
  const parameters = documentedParameters(endpoint);
  const { summary, description, resource } = ENDPOINT_TEXTS[id];
  const { request, body } = EXAMPLES[id];
  // A window by times and one by hours exclude each other, so the form begins with the parameters of the table.
  const isFilled = (one: Parameter) => endpoint.parameters.includes(one);
  const values = Object.fromEntries(parameters.map((one) => [one.name, own[one.name] ?? (isFilled(one) ? firstValue(id, one) : "")]));
  return html`<section class="endpoint" id="${id}" data-path="${path}"><div><h3>${summary}</h3>
<p class="path"><b>GET</b> <code>${path}</code></p>
${renderMarkdown(description)}
<form autocomplete="off">${parameterList(id, parameters, values)}<p><button class="primary" hidden>Execute</button></p></form>
<p>Answer: <a href="#${anchor(resource)}">${resource}</a></p></div>
<div class="shown">${samples(requestTarget(path, values))}
<div class="response" role="status"></div>
<div class="example"><p><b>200</b> <code>${request}</code> <small>Example of the sample data,
lists cut to three entries</small></p>
<pre tabindex="0"><code>${JSON.stringify(body, null, 2)}</code></pre></div></div></section>
`;
}

/** The two parameters of a pair must not be given together, so only the first has a value. */
function firstValue(id: EndpointId, parameter: Parameter): string {
  return parameter.aliasOf === undefined ? String(parameterText(id, parameter.name).example) : "";
}

function parameterList(id: EndpointId, parameters: readonly Parameter[], values: Readonly<Record<string, string>>): Html[] {
  return parameters.map((parameter) => {
    const { name, required } = parameter;
    return html`<div class="parameter"><label for="${id}-${name}"><code>${name}</code>${required ? " (required)" : null}</label>
${input(id, parameter, values[name] ?? "")}<div>${renderMarkdown(parameterText(id, name).description)}${bounds(parameter)}</div></div>
`;
  });
}

function input(id: EndpointId, { name, choices, required }: Parameter, value: string): Html {
  const must = required ? html` required` : null;
  if (!choices) return html`<input id="${id}-${name}" name="${name}" value="${value}"${must}>`;
  const options = [...(required ? [] : [""]), ...choices.map(String)];
  return html`<select id="${id}-${name}" name="${name}">${options.map(
    (option) => html`<option${option === value ? html` selected` : null}>${option}</option>`,
  )}</select>`;
}

function bounds({ minimum, maximum, minLength, maxLength, default: preset }: Parameter): Html | null {
  const facts = [
    minimum !== undefined && maximum !== undefined ? `${minimum} to ${maximum}` : null,
    minLength !== undefined && maxLength !== undefined ? `${minLength} to ${maxLength} characters` : null,
    preset !== undefined ? `default ${preset}` : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : html`<p class="quiet">${facts.join("; ")}</p>`;
}

/** Code in every language; a script shows one at a time. */
function samples(target: string): Html {
  return html`<div class="samples"><p class="tabs" role="group" aria-label="Language" hidden>${REQUEST_LANGUAGES.map(
    (language) => html`<button type="button" data-language="${language}">${language}</button> `,
  )}</p>
${REQUEST_LANGUAGES.map(
  (
    language,
  ) => html`<pre tabindex="0" dir="ltr" data-language="${language}"${language === "curl" ? null : html` hidden`}><code>${requestCode(
    language,
    EXAMPLE_HOST + target,
  )}</code></pre>
`,
)}</div>`;
}

/** The members of JSON Schema that the schemas of the API use. */
interface Schema extends JsonObject {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  const?: unknown;
  items?: Schema;
  anyOf?: readonly Schema[];
  properties?: Readonly<Record<string, Schema>>;
}

function anchor(name: string): string {
  return `answer-${name}`;
}

function schemaSection(name: string, schema: Schema): Html {
  const rows = fields(schema, "");
  const text = schema.description;
  // A link to what is folded opens it.
  return html`<details><summary><h3>${name}</h3></summary><div id="${anchor(name)}">${text === undefined ? null : renderMarkdown(text)}
${
  rows.length === 0
    ? html`<p>${typeOf(schema)}</p>`
    : html`<div class="scroll"><table class="fields"><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th
scope="col">Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>`
}</div></details>
`;
}

/** A row for each field; fields of an object inside follow it with the path to them. */
function fields({ properties = {} }: Schema, path: string): Html[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const own = path + name;
    const inner = schema.items?.properties ? fields(schema.items, `${own}[].`) : fields(schema, `${own}.`);
    return [
      html`<tr><th scope="row"><code>${own}</code></th><td>${typeOf(schema)}</td><td>${
        schema.description === undefined ? null : renderMarkdown(schema.description)
      }</td></tr>
`,
      ...inner,
    ];
  });
}

function typeOf({ $ref: to, type, enum: values, const: only, items, anyOf }: Schema): Html {
  if (to !== undefined) {
    const name = to.slice(to.lastIndexOf("/") + 1);
    return html`<a href="#${anchor(name)}">${name}</a>`;
  }
  if (anyOf) return html`${anyOf.map((one, at) => html`${at === 0 ? null : " or "}${typeOf(one)}`)}`;
  if (values && values.length <= MOST_VALUES) return html`<code>${values.map((one) => JSON.stringify(one)).join(" | ")}</code>`;
  if (only !== undefined) return html`<code>${JSON.stringify(only)}</code>`;
  if (items) return html`list of ${typeOf(items)}`;
  return html`${[type ?? "any"].flat().join(" or ")}`;
}

/** Longer lists, such as that of all country codes, are not written out. */
const MOST_VALUES = 12;
