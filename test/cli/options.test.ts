import { expect, it } from "vitest";
import { HOST, KEEP_SNAPSHOTS, PORT, parseCount, parseMagnitude, parsePing, parseSeconds, parseTime } from "../../build/cli/options.ts";

it.each([
  [parseMagnitude, ["10", "-10", "0", "4.5"], ["10.1", "-10.01", "11", "", "4,5", "1e1", "+3"]],
  [parseSeconds, ["0.001", "2147483"], ["0", "0.0", "2147483.1", "2147484", "-1", ""]],
  [parseCount, ["1", "999999999"], ["0", "01", "1000000000", "1.5", "-1", ""]],
  [PORT[2], ["0", "8080", "65535"], ["65536", "-1", "80.5", ""]],
  [KEEP_SNAPSHOTS[2], ["0", "0.5", "365"], ["365.1", "366", "-1", ""]],
  [parseTime, ["2026-11-21", "2026-11-21T06:30:00Z", "2026-11-21T06:30+02:00"], ["2026-13-01", "2026", "now", ""]],
  [parsePing, ["", "https://a.example/x", "http://127.0.0.1/"], ["ftp://a.example", "file:///etc/passwd", "a.example"]],
] as const)("an option takes its limits and nothing beyond: %o %j, not %j", (parse, good, bad) => {
  for (const given of good) expect(() => parse(given)).not.toThrow();
  for (const given of bad) expect(() => parse(given), given).toThrow(/^Use /);
});

it("a service listens to this machine alone unless it is told otherwise", () => expect(HOST[2]).toBe("127.0.0.1"));

it("a time without an offset is in UTC, wherever the machine is", () => {
  expect(parseTime("2026-11-21T06:30")).toBe(Date.UTC(2026, 10, 21, 6, 30));
  expect(parseTime("2026-11-21")).toBe(Date.UTC(2026, 10, 21));
});
