import { goals } from "./goals.ts";
import type { Results } from "./results.ts";
import { figure, median, table } from "./table.ts";

/** Everything that was measured, for people. */
export function report(results: Results): string {
  const parts = [machineLines(results), ...selectionTables(results), httpTable(results), goalTable(results)];
  return parts.filter((part) => part !== "").join("\n\n");
}

function machineLines({ machine }: Results): string {
  const { cpu, cores, memoryGb, system, load, node, nginx = "none", wrk = "none" } = machine;
  return [
    `${cpu}, ${cores} cores, ${memoryGb} GB, ${system}; Node ${node}, nginx ${nginx}, wrk ${wrk}`,
    `load before the run ${load.toFixed(1)}${load > 0.5 ? ": the machine was busy with other things, so look at ratios alone" : ""}`,
  ].join("\n");
}

function selectionTables({ selection }: Results): string[] {
  return selection.map(({ events, costs }) => {
    const head = ["µs", "bytes", "ours p50", "p99", "objects p50", "p99", "parsing p50", "objects ÷ ours", "parsing ÷ ours"];
    const rows = costs.map(({ query, bytes, ours, objects, parsing }) => [
      query,
      figure(bytes),
      figure(ours.p50),
      figure(ours.p99),
      figure(objects.p50),
      figure(objects.p99),
      figure(parsing?.p50),
      figure(objects.p50 / ours.p50),
      figure(parsing && parsing.p50 / ours.p50),
    ]);
    return `Selection in process, ${events.toLocaleString("en")} events\n${table(head, rows)}`;
  });
}

function httpTable({ http }: Results): string {
  if (!http) return "";
  const rows = http.map(({ query, server, bytes, rates, ofCore }) => [
    `${query}: ${server}`,
    figure(bytes),
    figure(median(rates)),
    figure(Math.min(...rates)),
    figure(Math.max(...rates)),
    figure(1e6 / (median(ofCore) ?? Number.NaN)),
  ]);
  const head = ["requests a second", "bytes", "median", "least", "most", "µs of processor a request"];
  return `HTTP on loopback, 32 connections, one core\n${table(head, rows)}`;
}

function goalTable(results: Results): string {
  const rows = goals(results).map(({ what, goal, least, unit, reached, byProcessor }) => {
    const met = reached !== undefined && (least ? reached >= goal : reached <= goal);
    const verdict = reached === undefined ? "not measured" : met ? "yes" : "no";
    const second = byProcessor === undefined ? "" : `${figure(byProcessor)} ${unit}`;
    return [what, `${least ? "≥" : "≤"} ${goal.toLocaleString("en")} ${unit}`, `${figure(reached)} ${unit}`, second, verdict];
  });
  return `Goals\n${table(["what", "goal", "reached", "by processor time", "met"], rows)}`;
}
