import { describe, expect, it } from "vitest";
import { bytes, dollars, number, percent } from "../../../build/pages/costs/amounts.ts";
import { costsPage } from "../../../build/pages/costs/costs-page.ts";
import { readCosts, readPrices } from "../../../build/pages/costs/figures.ts";
import { ENGLISH } from "../english.ts";

const costs = readCosts();
const prices = readPrices();
const page = costsPage(costs, prices, ENGLISH);
const text = page.replace(/<[^>]*>/g, "\n").replaceAll("&#39;", "'");

describe("the page of costs", () => {
  it("has every bill, line by line, with its sum", () => {
    for (const { lines, usd } of costs.months) {
      expect(text).toContain(dollars(usd));
      for (const { what, quantity, unit, usd: cost } of lines) {
        expect(text).toContain(what);
        expect(text).toContain(`${number(quantity)} ${unit}`);
        expect(text).toContain(dollars(cost));
      }
      expect(lines.reduce((sum, line) => sum + line.usd, 0)).toBeCloseTo(usd, 2);
    }
  });

  it("has what was counted of publishing, and for how many minutes", () => {
    const { day, minutes, kinds, first, stretches } = costs.publishing;
    expect(text).toContain(
      `In a day: ${number(day.put)} PUT, ${number(day.copy)} COPY, ${number(day.get)} GET, ${number(day.list)} LIST, ${number(day.delete)} DELETE, ${bytes(day.sent_bytes)} sent.`,
    );
    expect(text).toContain(`${number(first.objects)} PUT and ${bytes(first.bytes)}`);
    for (const { begin, minutes: counted } of stretches)
      expect(text).toMatch(new RegExp(`${counted} minutes? from ${begin}`));
    for (const { kind, requests } of kinds) expect(text).toMatch(new RegExp(`${kind}\\s+${number(requests)}\\s`));
    for (const { counted, mean } of Object.values(minutes)) {
      expect(counted).toBeGreaterThan(0);
      expect(text).toContain(number(mean.put));
    }
    expect(Object.values(minutes).reduce((sum, { in_a_day: inADay }) => sum + inADay, 0)).toBe(1_440);
  });

  it("says who is assumed to ask, and what became of it", () => {
    expect(costs.mix.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 9);
    for (const { about } of costs.mix) expect(text).toContain(about);
    for (const { kinds } of costs.reading) {
      for (const { name, requests, hits, renewed, misses } of kinds) {
        expect(hits + renewed + misses).toBe(requests);
        expect(text).toMatch(new RegExp(`${name}\\s+${number(requests)}\\s`));
        expect(text).toContain(percent(misses, requests));
      }
    }
  });

  it("tells what reaches the origin when very many ask", () => {
    for (const { kinds, files, seconds, rate } of [costs.reading.at(-1), costs.single, costs.distinct].filter(
      (reading) => reading !== undefined,
    )) {
      expect(rate).toBe(10_000);
      const origin = kinds.reduce((sum, { renewed, misses }) => sum + renewed + misses, 0);
      expect(text).toContain(number(origin / seconds));
      expect(text).toContain(number((files.renewed + files.misses) / seconds));
    }
  });

  it("names the page of every price, the day on which it was looked up, and whether it was confirmed there", () => {
    for (const { what, url } of prices.prices) {
      expect(text).toContain(what);
      expect(page).toContain(`href="${url}"`);
    }
    expect(text).toContain(prices.checked);
    const unconfirmed = prices.prices.filter(({ read }) => read === "others").length;
    expect(text.split("not confirmed there").length - 1).toBe(unconfirmed);
  });
});

describe("amounts on the page", () => {
  it("have as many digits as say something", () => {
    expect([0, 1.234, 45.678, 1234.5].map(number)).toEqual(["0", "1.23", "45.7", "1,235"]);
    expect([0, 3.4, 99.994, 12_345.6].map(dollars)).toEqual(["$0.00", "$3.40", "$99.99", "$12,346"]);
    expect([12, 4_500, 12e6, 1.5e9, 2e12].map(bytes)).toEqual(["12 bytes", "4.5 kB", "12 MB", "1.5 GB", "2 TB"]);
    expect([percent(1, 3), percent(999, 1000), percent(1, 100), percent(0, 0)]).toEqual([
      "33 %",
      "99.9 %",
      "1 %",
      "0 %",
    ]);
  });
});
