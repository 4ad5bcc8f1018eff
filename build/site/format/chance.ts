import type { ToolContext } from "../tools/tool.ts";

/** A probability as a reader takes it in: `54 %`, `9.1 %`, and at the ends `more than 99 %`, `less than 0.01 %`. */
export function chanceText(probability: number, { say, number }: Pick<ToolContext, "say" | "number">): string {
  if (probability > 0.99) return say("more_than", { value: number(99, { digits: 0, unit: "%" }) });
  if (probability < 0.0001) return say("less_than", { value: number(0.01, { digits: 2, unit: "%" }) });
  const percent = probability * 100;
  return number(percent, { digits: percent >= 9.95 ? 0 : percent >= 0.995 ? 1 : 2, unit: "%" });
}
