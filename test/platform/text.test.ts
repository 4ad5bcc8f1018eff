import { expect, it } from "vitest";
import { newestFirst } from "../../build/platform/lists.ts";
import { createPool } from "../../build/platform/pool.ts";
import { age, positionInWords, size, thousands, xmlText, xmlUnescaped } from "../../build/platform/text.ts";

it.each([
  [thousands, 0, "0"],
  [thousands, 999, "999"],
  [thousands, 1_000, "1,000"],
  [thousands, -999, "-999"],
  [thousands, -123_456, "-123,456"],
  [thousands, "1234567", "1,234,567"],
  [size, 999, "999 bytes"],
  [size, 1_000, "1.0 kB"],
  [size, 999_940, "999.9 kB"],
  [size, 1_000_000, "1.0 MB"],
  [size, 1_000_000_000, "1.00 GB"],
  [age, -1, "from the future"],
  [age, 0, "0 seconds old"],
  [age, 1_000, "1 second old"],
  [age, 59_999, "59 seconds old"],
  [age, 60_000, "1 minute old"],
  [age, 7_200_000, "2 hours old"],
  [age, 31_557_599_999, "365 days old"],
  [age, 31_557_600_000, "1 year old"],
] as const)("%o of %s is %s", (write: (given: never) => string, given, text) => expect(write(given as never)).toBe(text));

it.each([
  [0, 0, "0.00° N, 0.00° E"],
  [-35.704, -139.706, "35.70° S, 139.71° W"],
])("the position %d, %d is %s", (latitude, longitude, text) => expect(positionInWords(latitude, longitude)).toBe(text));

it("text of XML has no character that XML lacks, and is read as it was", () => {
  expect(xmlText('a&b<c>"d"\t\r\n\'é\u{10ffff}')).toBe("a&amp;b&lt;c&gt;&quot;d&quot;&#9;&#13;&#10;'é\u{10ffff}");
  expect(xmlText("\0\u001b\ud800\ufffe\uffff\ufffd")).toBe("\ufffd".repeat(6));
  const text = 'a&b<c>"d"\t\r\n\'é\u{10ffff}';
  expect(xmlUnescaped(xmlText(text))).toBe(text);
  expect(xmlUnescaped("&#x10FFFF;&#x110000;&AMP;&nbsp;&apos;")).toBe("\u{10ffff}&#x110000;&&nbsp;'");
});

it("the newest comes first, and of one time the first id", () => {
  const rows = [2, 1, 3].flatMap((time) => ["b", "a"].map((id) => ({ time, id })));
  expect(rows.toSorted(newestFirst).map(({ time, id }) => `${time}${id}`)).toEqual(["3a", "3b", "2a", "2b", "1a", "1b"]);
});

it("a pool runs as many tasks at once as it is wide, and its error reaches who waits", async () => {
  const pool = createPool(3);
  let [running, most] = [0, 0];
  const task = async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running--;
  };
  for (let at = 0; at < 10; at++) await pool.add(task);
  await pool.drain();
  expect([running, most]).toEqual([0, 3]);
  await pool.add(() => Promise.reject(new Error("failed")));
  await expect(pool.drain()).rejects.toThrow("failed");
});
