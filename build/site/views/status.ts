import { STATUS_DAYS, type StatusDay, type StatusDocument, type StatusSource } from "../../contract/wire/status.ts";
import { thousands } from "../../platform/text.ts";
import { DAY_MS } from "../../platform/time.ts";
import { dateWords, durationWords } from "../format/dates.ts";
import { type Html, html } from "../html.ts";
import type { Translations } from "../i18n/translations.ts";
import { layout } from "../layout.ts";
import { readPageData } from "../read-page.ts";

/** The page under `/status/`: the content of `status.json` for people, with a verdict first. */
export function statusPage(status: StatusDocument, translations: Translations): string {
  const { run, as_of, snapshot, sources } = status;
  const { word } = verdictOf(status);
  return layout(
    {
      path: "status/",
      languages: "english",
      title: `Status: ${word.toLowerCase()}`,
      description: "How old each source of this service is, how its last rebuild went, and its last 30 days.",
      head: html`<link rel="stylesheet" href="/assets/status.css">
`,
      end: html`<script type="module" src="/assets/pages/status.js"></script>
`,
      main: html`<h1>Status</h1>
${verdict(status)}
${runError(status)}
<section><h2>Last ${STATUS_DAYS} days</h2>
${lastDays(status)}</section>
<h2>Sources</h2>
<div class="scroll"><table class="sources"><thead><tr><th scope="col">Source</th><th scope="col">This run</th><th scope="col">Age then</th>
<th scope="col">Last good answer</th><th scope="col">Records</th></tr></thead><tbody>
${sources.map(sourceRow)}</tbody></table></div>
${rejections(sources)}
${leftOut(status)}
<h2>The run</h2>
<p>Written at ${when(run.finished_at)}; a run is expected every ${durationWords(status.expected_interval_s)}. The data are as of
${when(as_of)}, snapshot <code>${snapshot.id}</code>, number ${thousands(snapshot.sequence)}. They count as stale once that is more than
${durationWords(status.stale_after_s)} ago. <span class="nowrap">As JSON:</span> <a href="/status.json">/status.json</a>.</p>
${runTable(status)}`,
    },
    translations,
  );
}

interface Verdict {
  look: "good" | "warn" | "bad";
  word: string;
  sentence: string;
}

function verdictOf({ run, sources }: StatusDocument): Verdict {
  const stale = sources.filter(({ fresh }) => !fresh).map(({ agency }) => agency);
  if (run.outcome === "failed")
    return { look: "bad", word: "Failed", sentence: "The last rebuild failed; the previous tree is still served." };
  if (stale.length > 0) return { look: "warn", word: "Stale", sentence: `Older than it should be: ${stale.join(", ")}.` };
  const sentence = run.outcome === "done" ? "All sources are fresh." : "All sources are fresh, but not every answer was believed.";
  return { look: "good", word: "Fresh", sentence };
}

/** Runs are overdue after so many intervals and seconds more, as for the alert `QuaketreeRebuildsStopped`. */
const OVERDUE = { intervals: 3, seconds: 60 };

/** A page does not change when rebuilds stop, so that its script compares the time of the run with the clock of the reader. */
function verdict(status: StatusDocument): Html {
  const { look, word, sentence } = verdictOf(status);
  const { run, expected_interval_s: interval } = status;
  const after = OVERDUE.intervals * interval + OVERDUE.seconds;
  return html`<div class="verdict ${look}" data-finished="${run.finished_at}" data-overdue-after-s="${after}">
<p class="word">${word}</p><p>${sentence}</p></div>
<div class="verdict bad" id="overdue" hidden><p class="word">Overdue</p><p>No rebuild has ended since ${when(run.finished_at)}, by the
clock of this device. What follows was true then.</p></div>`;
}

/** More than this share of a day's runs went wrong. */
const SHARES = { warn: 0, bad: 0.1 };

function lastDays({ run, days = [] }: StatusDocument): Html {
  const known = new Map(days.map((one) => [one.day, one]));
  const last = Date.parse(run.finished_at.slice(0, 10));
  const shown = Array.from({ length: STATUS_DAYS }, (_, at) => {
    const day = new Date(last - (STATUS_DAYS - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return known.get(day) ?? { day, runs: 0, stale: 0, failed: 0 };
  });
  const total = (name: "runs" | "stale" | "failed") => shown.reduce((sum, one) => sum + one[name], 0);
  return html`<p>${runsText(total("runs"))}: ${thousands(total("failed"))} failed, ${thousands(total("stale"))} with a rejected answer or
an overdue agency.</p>
<ol class="days">${shown.map(
    (one) => html`<li class="${lookOf(one)}" title="${textOf(one)}"><span class="visually-hidden">${textOf(one)}</span></li>`,
  )}</ol>
<p class="days-ends">${dayOf(shown[0]?.day ?? "")} ${dayOf(shown.at(-1)?.day ?? "")}</p>
<details><summary>Day by day</summary><table><thead><tr><th scope="col">Day (UTC)</th><th scope="col">Runs</th>
<th scope="col">Rejected or overdue</th><th scope="col">Failed</th></tr></thead><tbody>
${shown
  .filter(({ runs }) => runs > 0)
  .toReversed()
  .map(
    ({ day, runs, stale, failed }) => html`<tr><th scope="row">${dayOf(day)}</th><td>${thousands(runs)}</td><td>${thousands(stale)}</td>
<td>${thousands(failed)}</td></tr>
`,
  )}</tbody></table></details>`;
}

function lookOf({ runs, stale, failed }: StatusDay): "none" | Verdict["look"] {
  if (runs === 0) return "none";
  const share = (stale + failed) / runs;
  return share > SHARES.bad ? "bad" : share > SHARES.warn ? "warn" : "good";
}

function textOf({ day, runs, stale, failed }: StatusDay): string {
  if (runs === 0) return `${day}: no run on record`;
  return `${day}: ${runsText(runs)}, ${thousands(stale)} rejected or overdue, ${thousands(failed)} failed`;
}

function runsText(runs: number): string {
  return `${thousands(runs)} run${runs === 1 ? "" : "s"}`;
}

function dayOf(day: string): Html {
  return html`<time data-day datetime="${day}">${day}</time>`;
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
  const rows: [string, Html | string][] = [
    ["Began", when(run.started_at)],
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

/** The fields of `/status.json` and what each means. */
export function statusFields(): Html {
  const fields = Object.entries(readPageData("status-fields") as Readonly<Record<string, string>>);
  return html`<details><summary>All fields of <code>/status.json</code></summary>
<div class="scroll"><table><thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead><tbody>
${fields.map(
  ([path, meaning]) => html`<tr><td><code>${path}</code></td><td>${meaning}</td></tr>
`,
)}</tbody></table></div></details>`;
}
