import { describe, expect, it } from "vitest";
import { dateText, moment } from "../../../build/site/format/dates.ts";
import { ENGLISH } from "../english.ts";

const t = ENGLISH.area("data");

describe("a moment", () => {
  it.each([
    ["2018-02-06T15:50:42.400Z", "second", "2018-02-06 15:50 UTC"],
    ["1978-06-12T08:14:00.000Z", "minute", "1978-06-12 08:14 UTC"],
    ["1498-09-20T00:00:00.000Z", "day", "1498-09-20"],
    ["1800-05-01T00:00:00.000Z", "month", "1800-05"],
    ["0869-01-01T00:00:00.000Z", "year", "869"],
    ["0115-12-13T00:00:00.000Z", "day", "115-12-13"],
    ["0000-01-01T00:00:00.000Z", "year", "1 BC"],
    ["-000463-01-01T00:00:00.000Z", "year", "464 BC"],
    ["-000225-03-01T00:00:00.000Z", "month", "226 BC, 03"],
    ["-000030-09-02T00:00:00.000Z", "day", "31 BC, 09-02"],
  ] as const)("%s, known to the %s, is %s", (occurredAt, precision, text) => {
    expect(dateText(occurredAt, precision, t)).toBe(text);
  });

  it("is written anew in the reader's time zone only where it is known to the minute, and clocks were those of today", () => {
    const isTime = (...[at, precision]: [string, Parameters<typeof moment>[1]]) => moment(at, precision, t).markup.startsWith("<time ");
    expect(isTime("1978-06-12T08:14:00.000Z", "minute")).toBe(true);
    expect(moment("1978-06-12T00:00:00.000Z", "day", t).markup).toBe('<time data-day datetime="1978-06-12">1978-06-12</time>');
    expect(isTime("1899-06-12T08:14:00.000Z", "second")).toBe(false);
    expect(moment("0115-12-13T00:00:00.000Z", "day", t).markup).toBe('<time data-day datetime="0115-12-13">115-12-13</time>');
    expect(moment("0458-09-01T00:00:00.000Z", "month", t).markup).toBe('<time data-day datetime="0458-09">458-09</time>');
    // HTML has no form for years BC.
    expect(isTime("-000030-09-02T00:00:00.000Z", "day")).toBe(false);
    expect(isTime("0000-03-01T00:00:00.000Z", "month")).toBe(false);
  });
});
