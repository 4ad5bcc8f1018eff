import { z } from "zod";
import { type StatusDocument, type StatusSource, statusSchema } from "../../contract/wire/status.ts";
import { thousands } from "../../platform/text.ts";
import { dateWords, durationWords } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";

/** The page under `/status/`: the content of `status.json` for people. */
export function statusPage(status: StatusDocument, translations: Translations): string {
  const { run, fresh, as_of, snapshot, sources } = status;
  return layout(
    {
      path: "status/",
      languages: "english",
      title: `Status: ${fresh ? "fresh" : "not fresh"}`,
      description: "How old each source of this service is, and how its last rebuild went.",
      main: html`<h1>Status</h1>
<p><strong>${headline(status)}</strong> Written at ${when(run.finished_at)};
a run is expected every ${durationWords(status.expected_interval_s)}. <span class="nowrap">As JSON:</span>
<a href="/status.json">/status.json</a>.</p>
<p>The data are as of ${when(as_of)}, snapshot <code>${snapshot.id}</code>, number ${thousands(snapshot.sequence)}.
They count as stale once that is more than ${durationWords(status.stale_after_s)} ago.</p>
${runError(status)}
<h2>Sources</h2>
<div class="scroll"><table class="sources"><thead><tr><th scope="col">Source</th><th scope="col">This run</th><th scope="col">Age then</th>
<th scope="col">Last good answer</th><th scope="col">Records</th></tr></thead><tbody>
${sources.map(sourceRow)}</tbody></table></div>
${rejections(sources)}
${leftOut(status)}
<h2>The run</h2>
${runTable(status)}`,
    },
    translations,
  );
}

function headline({ run, sources }: StatusDocument): string {
  const stale = sources.filter(({ fresh }) => !fresh).map(({ agency }) => agency);
  if (run.outcome === "failed") return "The last rebuild failed; the tree before it stands.";
  if (stale.length > 0) return `Stale: ${stale.join(", ")}.`;
  return run.outcome === "done" ? "All sources are fresh." : "All sources are fresh, but not every answer was believed.";
}

function runError({ run: { error } }: StatusDocument): Html | undefined {
  if (!error) return undefined;
  return html`<p role="alert"><code>${error.code}</code>: ${error.message}</p>
`;
}

const OUTCOMES = {
  applied: "updated",
  unchanged: "nothing new",
  "in-progress": "in part",
  rejected: "rejected",
} as const;

function sourceRow({ agency, outcome, age_s, answered_at, fresh, stale_after_s, records, changes }: StatusSource): Html {
  const changed = Object.entries(changes ?? {}).filter(([, n]) => n > 0);
  const what = changed.map(([kind, n]) => `${thousands(n)} ${kind}`).join(", ");
  const state = stale_after_s === null ? "does not age" : fresh ? "fresh" : "stale";
  return html`<tr><td>${agency}</td><td>${outcome === null ? "not asked" : OUTCOMES[outcome]}${what && `: ${what}`}</td>
<td>${age_s === null ? "nothing yet" : durationWords(age_s)}, ${state}</td><td>${answered_at === null ? "never" : when(answered_at)}</td>
<td>${thousands(records)}</td></tr>
`;
}

function rejections(sources: readonly StatusSource[]): Html | undefined {
  const all = sources.flatMap(({ agency, rejected }) => rejected.map((one) => ({ agency, ...one })));
  if (all.length === 0) return undefined;
  return html`<h2>Rejected</h2>
<p>What was not believed. The service keeps what it had.</p>
<ul>
${all.map(
  ({ agency, code, what, message }) => html`<li>${agency}: <code>${code}</code>: ${what === agency ? "" : `${what}: `}${message}</li>
`,
)}</ul>
`;
}

function leftOut({ build }: StatusDocument): Html | undefined {
  const events = build?.rejected ?? [];
  if (events.length === 0) return undefined;
  return html`<h2>Earthquakes left out</h2>
<p>No answer can hold what the store has of them.</p>
<ul>
${events.map(
  ({ code, what, message }) => html`<li><code>${what}</code>: <code>${code}</code>: ${message}</li>
`,
)}</ul>
`;
}

function runTable({ run, build }: StatusDocument): Html {
  const rows: [string, string][] = [
    ["Began", dateWords(Date.parse(run.started_at))],
    ["Asking the agencies", run.seconds.ingest === null ? "did not end" : `${run.seconds.ingest} s`],
    ["Building", run.seconds.build === null ? "did not end" : `${run.seconds.build} s`],
  ];
  if (build) {
    const { recent, historical, written, unchanged, removed, bytes } = build;
    rows.push(
      ["Earthquakes", `${thousands(recent)} recent, ${thousands(historical)} historical`],
      ["Files", `${thousands(written)} written, ${thousands(unchanged)} unchanged, ${thousands(removed)} removed`],
      ["Size", `${(bytes / 1e6).toFixed(1)} MB`],
    );
  }
  return html`<table><tbody>
${rows.map(
  ([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>
`,
)}</tbody></table>`;
}

function when(instant: string): Html {
  return html`<time datetime="${instant}">${dateWords(Date.parse(instant))}</time>`;
}

/** The fields of `/status.json` with the descriptions of the schema. */
export function statusFields(): Html {
  return html`<details><summary>All fields of <code>/status.json</code></summary>
<div class="scroll"><table><thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>
${fieldsOf(statusSchema, "").map(
  ([path, meaning]) => html`<tr><td><code>${path}</code></td><td>${meaning}</td></tr>
`,
)}</tbody></table></div></details>`;
}

/** All fields with a description, at every depth, in the order of the schema. */
function fieldsOf(schema: z.core.$ZodType, path: string): [string, string][] {
  const own = schema instanceof z.ZodType ? schema.description : undefined;
  const row: [string, string][] = own === undefined || path === "" ? [] : [[path, own]];
  return [...row, ...childrenOf(schema, path)];
}

function childrenOf(schema: z.core.$ZodType, path: string): [string, string][] {
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return childrenOf(schema.unwrap(), path);
  if (schema instanceof z.ZodArray) return childrenOf(schema.element, `${path}[]`);
  if (!(schema instanceof z.ZodObject)) return [];
  const prefix = path === "" ? "" : `${path}.`;
  return Object.entries(schema.shape).flatMap(([name, part]) => fieldsOf(part as z.core.$ZodType, prefix + name));
}
