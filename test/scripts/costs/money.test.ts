import { describe, expect, it } from "vitest";
import { readCosts, readPrices } from "../../../build/pages/costs/figures.ts";
import { costOf, monthsOf } from "../../../scripts/costs/money.ts";

const prices = readPrices();
const price = (id: string) => {
  const found = prices.prices.find((one) => one.id === id);
  if (!found) throw new Error(`no price ${id}`);
  return found;
};

describe("the cost of a quantity", () => {
  it("is what follows by hand from the price, after what is free", () => {
    // 60 a minute for 30 days are 2,592,000 PUT; a thousand of them half a cent.
    expect(costOf(60 * 1_440 * 30, price("s3-put"))).toBeCloseTo(12.96, 6);
    expect(costOf(0, price("s3-put"))).toBe(0);
    // A hundred a second for 30 days are 259.2 million: 249.2 million are billed, a cent for ten thousand.
    expect(costOf(100 * 86_400 * 30, price("cloudfront-requests"))).toBeCloseTo(249.2, 6);
    expect(costOf(9_999_999, price("cloudfront-requests"))).toBe(0);
    // The example of Cloudflare's own page: 15 million requests at 7 ms are 1.50 and 1.50.
    expect(costOf(15e6, price("workers-requests"))).toBeCloseTo(1.5, 6);
    expect(costOf(7 * 15e6, price("workers-cpu"))).toBeCloseTo(1.5, 6);
  });

  it("falls step by step", () => {
    // 1,024 GB are free; 10,240 at 8.5 cents, 40,960 at 8, and 1,000 at 6.
    expect(costOf(1_024 + 51_200 + 1_000, price("cloudfront-transfer"))).toBeCloseTo(870.4 + 3_276.8 + 60, 6);
  });

  it("counts a begun million as a whole one where the list says so", () => {
    // The example of Cloudflare's page on R2: one million and one operations are billed as two, here after the free one.
    expect(costOf(2_000_001, price("r2-class-a"))).toBeCloseTo(9, 6);
    expect(costOf(1_000_000, price("r2-class-a"))).toBe(0);
    // The other: 300 million reads are 104.40.
    expect(costOf(300e6, price("r2-class-b"))).toBeCloseTo(104.4, 6);
  });
});

describe("the bills of the page", () => {
  const sum = { requests: 0, hits: 0, renewed: 0, misses: 0, bytes: 0 };
  const reading = {
    rate: 10,
    seconds: 60,
    locations: 1,
    kinds: [],
    worker: { ...sum, requests: 480, hits: 440, renewed: 30, misses: 10, bytes: 48_000 },
    files: { ...sum, requests: 600, hits: 530, renewed: 25, misses: 5, bytes: 60_000, refused: 40, invocations: 1_160 },
  };
  const figures = readCosts();
  const day = { put: 40_000, copy: 18_000, get: 17_000, list: 2_000, delete: 9_000, sent_bytes: 1e9 };
  const processor = [
    { host: "workerd", query: "a", bytes: 1, us: 60 },
    { host: "workerd", query: "b", bytes: 1, us: 200 },
    { host: "node", query: "a", bytes: 1, us: 900 },
  ];
  const counted = {
    ...figures,
    publishing: { ...figures.publishing, day, stored_bytes_month: 2e9 },
    reading: [reading],
    processor,
  };
  const bill = (host: string, rate: number) =>
    monthsOf(counted, prices).find((one) => one.host === host && one.rate === rate);

  it("of publishing alone are those of its requests and of what lies there", () => {
    // 60,000 a day are 1.8 million: 9 dollars; 510,000 GET are 20 cents; 2 GB are 5.
    expect(bill("cloudfront", 0)?.lines.map(({ usd }) => usd)).toEqual([9, 0.2, 0.05]);
    expect(bill("cloudfront", 0)?.usd).toBe(9.25);
    // 0.8 million over the free one are billed as one; reads and storage are within what is free.
    expect(bill("r2", 0)?.lines.map(({ usd }) => usd)).toEqual([4.5, 0, 0]);
    expect(bill("worker", 0)?.usd).toBe(5);
  });

  it("of reading are those of all requests at the edge, and of those that went on at the origin", () => {
    // Ten a second are 25.92 million a month; S3 hears of a twentieth besides its 510,000.
    const [, get, , requests, transfer, functions] = bill("cloudfront", 10)?.lines ?? [];
    expect(get).toMatchObject({ quantity: 510_000 + 1_296_000, usd: 0.72 });
    expect(requests).toMatchObject({ quantity: 25_920_000, usd: 15.92 });
    // 100 bytes each are 2.59 GB, and the first terabyte is free.
    expect(transfer).toMatchObject({ quantity: 2.59, usd: 0 });
    expect(functions).toMatchObject({ quantity: 50_112_000, usd: 4.81 });
  });

  it("of a Worker are those of every request to the API, and of the time of those that it ran for", () => {
    // Eight a second are 20.736 million: 10.736 over the free ones. At 0.2 ms they take 4.1 of the 30 million ms that are free.
    expect(bill("worker", 10)?.lines).toMatchObject([
      { usd: 5 },
      { quantity: 20_736_000, usd: 3.22 },
      { quantity: 4_147_200, usd: 0 },
    ]);
    expect(bill("worker-cache", 10)?.lines[2]).toMatchObject({ quantity: 345_600 });
  });

  it("are what the figures and the prices of the data make", () => {
    expect(monthsOf(figures, prices)).toEqual(figures.months);
  });
});
