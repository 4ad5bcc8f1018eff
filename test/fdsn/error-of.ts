import { expect } from "vitest";
import type { Answered } from "./world.ts";

/** The message of an error, whose form is checked. */
export function errorOf({ status, headers, text }: Answered): string {
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const [first, message, usage, request, submitted, version, ...rest] = text.split("\n\n");
  expect(first).toMatch(new RegExp(`^Error ${status}: [A-Z]`));
  expect(usage).toBe("Usage details are available from /fdsnws/event/1/");
  expect(request).toMatch(/^Request:\n\/fdsnws/);
  expect([submitted, version, rest]).toEqual(["Request Submitted:\n2031-05-04T12:00:05+00:00", "Service version:\n1.2.0", []]);
  return message as string;
}
