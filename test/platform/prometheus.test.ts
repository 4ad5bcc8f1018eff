import { expect, it } from "vitest";
import { exposition, gauge } from "../../build/platform/prometheus.ts";

it("writes help, type and samples, and leaves out what is unknown", () => {
  const labelled = { name: "b_total", type: "counter" as const, help: "B.", samples: [{ labels: { a: 'x"\\\n', c: "é" }, value: 2 }] };
  expect(exposition([gauge("a_seconds", "A.", 1.5), gauge("c", "C.", null), labelled])).toBe(
    '# HELP a_seconds A.\n# TYPE a_seconds gauge\na_seconds 1.5\n# HELP b_total B.\n# TYPE b_total counter\nb_total{a="x\\"\\\\\\n",c="é"} 2\n',
  );
});
