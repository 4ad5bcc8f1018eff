import type { ToolContext } from "../tools/tool.ts";
import { NO_BREAK } from "./numbers.ts";

/** `45.3 s`, `12 min 6 s`, `7 h 5 min`: no finer than the size allows. @param seconds 0 or more */
export function durationText(seconds: number, { number }: ToolContext): string {
  const whole = { digits: 0 } as const;
  if (seconds < 60) return number(seconds, { digits: 1, unit: "s" });
  const s = Math.round(seconds);
  if (s < 3600) {
    return `${number(Math.floor(s / 60), { ...whole, unit: "min" })}${NO_BREAK}${number(s % 60, { ...whole, unit: "s" })}`;
  }
  const minutes = Math.round(seconds / 60);
  return `${number(Math.floor(minutes / 60), { ...whole, unit: "h" })}${NO_BREAK}${number(minutes % 60, { ...whole, unit: "min" })}`;
}
