import { expect, it } from "vitest";
import { exposition, gauge, labelled, merged } from "../../build/platform/prometheus.ts";

it("writes help, type and samples, and leaves out what is unknown", () => {
  const counter = { name: "b_total", type: "counter" as const, help: "B.", samples: [{ labels: { a: 'x"\\\n', c: "é" }, value: 2 }] };
  expect(exposition([gauge("a_seconds", "A.", 1.5), gauge("c", "C.", null), counter])).toBe(
    '# HELP a_seconds A.\n# TYPE a_seconds gauge\na_seconds 1.5\n# HELP b_total B.\n# TYPE b_total counter\nb_total{a="x\\"\\\\\\n",c="é"} 2\n',
  );
});

it("metrics of several processes are written once for each name, with the process of each sample", () => {
  const of = (worker: string) =>
    labelled([{ name: "a", type: "counter", help: "A.", samples: [{ value: 1, labels: { code: "200" } }] }], { worker });
  expect(exposition(merged([...of("1"), ...of("2"), gauge("b", "B.", 3)]))).toBe(
    '# HELP a A.\n# TYPE a counter\na{worker="1",code="200"} 1\na{worker="2",code="200"} 1\n# HELP b B.\n# TYPE b gauge\nb 3\n',
  );
});
