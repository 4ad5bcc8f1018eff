/** A metric with its samples, in base units: seconds and bytes. */
export interface Metric {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

export interface Sample {
  value: number;
  labels?: Readonly<Record<string, string>>;
  /** Suffix for a sample of a histogram: `_bucket`, `_sum` or `_count`. */
  suffix?: string;
}

/** The media type of `exposition`. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Metrics in Prometheus's text format, version 0.0.4. A metric without samples is omitted. */
export function exposition(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, type, help, samples }) => {
      const lines = samples.map(({ value, labels = {}, suffix = "" }) => `${name}${suffix}${labelsText(labels)} ${value}\n`);
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
    })
    .join("");
}

/** The metrics with one more label. */
export function labelled(metrics: readonly Metric[], label: Readonly<Record<string, string>>): Metric[] {
  return metrics.map((metric) => ({
    ...metric,
    samples: metric.samples.map((sample) => ({ ...sample, labels: { ...label, ...sample.labels } })),
  }));
}

/** Metrics of several processes: each name once, with all samples. */
export function merged(metrics: readonly Metric[]): Metric[] {
  const byName = new Map<string, Metric>();
  for (const metric of metrics) {
    byName.set(metric.name, { ...metric, samples: [...(byName.get(metric.name)?.samples ?? []), ...metric.samples] });
  }
  return [...byName.values()];
}

function labelsText(labels: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${value.replaceAll(/[\\"\n]/g, escaped)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(character: string): string {
  return character === "\n" ? "\\n" : `\\${character}`;
}

/** A metric with one sample. @param value null if it is unknown; the metric then has no sample */
export function gauge(name: string, help: string, value: number | null): Metric {
  return { name, type: "gauge", help, samples: value === null ? [] : [{ value }] };
}
