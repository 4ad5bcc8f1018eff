import { describe, expect, it } from "vitest";
import { base, good, seen, send, serving, useAnsweringServer } from "../../agencies/answering.ts";
import { ask, asker, BODY, contentOf, START, world } from "../../agencies/asking.ts";

useAnsweringServer();

describe("an agency", () => {
  describe("that says when to come back", () => {
    const inTen = { date: "Sun, 04 May 2031 11:00:00 GMT", "retry-after": "Sun, 04 May 2031 11:00:10 GMT" };

    it.each([
      ["in seconds", { "retry-after": "7" }, 7_000],
      ["in a minute", { "retry-after": "60" }, 60_000],
      ["by a date, which is by its own clock", inTen, 10_000],
      ["at once, but not sooner than we like", { "retry-after": "0" }, 1_000],
      ["by an unreadable value", { "retry-after": "soon" }, 1_000],
      ["by a date that has passed", { ...inTen, "retry-after": "Sun, 04 May 2031 10:00:10 GMT" }, 1_000],
    ])("%s is obeyed", async (_how, headers, wait) => {
      const { slept, ...clock } = world();
      await ask(serving(send(503, headers), good), {}, clock);
      expect(slept).toEqual([wait]);
    });

    it("a wait of more than a minute ends the run, and there is no request before its end", async () => {
      const { pass, ...clock } = world();
      const asking = asker(clock);
      const address = serving(send(429, { "retry-after": "3600" }), good);
      const until = START + 3_600_000;
      await expect(asking(address)).rejects.toMatchObject({
        code: "agency-throttled",
        until,
        message: expect.stringMatching(/429 Too Many Requests and wants .* not to be asked again before 2031-05-04T13:00:00.000Z$/),
      });
      await expect(asking(`${base}/other`)).rejects.toMatchObject({ code: "agency-throttled", until });
      expect(seen).toHaveLength(1);
      pass(3_600_000);
      expect((await contentOf(asking(address))).text).toBe(BODY);
    });

    it("a wait of years is one of a day, and the message says so", async () => {
      const failure = ask(serving(send(429, { "retry-after": "999999999" })));
      const message = expect.stringMatching(/not to be asked again before 2031-05-05T12:00:00.000Z$/);
      await expect(failure).rejects.toMatchObject({ until: START + 86_400_000, message });
    });

    it("a wait that is repeated ends the run after three attempts", async () => {
      const { slept, now, ...clock } = world();
      const failure = ask(serving(send(503, { "retry-after": "30" })), {}, { ...clock, now });
      await expect(failure).rejects.toMatchObject({ code: "agency-throttled", until: START + 120_000 });
      expect(slept).toEqual([30_000, 30_000, 30_000]);
    });

    it("a refusal of too many requests without a time causes a pause of five minutes", async () => {
      const failure = ask(serving(send(429)));
      await expect(failure).rejects.toMatchObject({ code: "agency-throttled", until: START + 21_000 + 300_000 });
    });
  });

  describe("that is to be asked slowly", () => {
    it("is, also by several at once and on the way of a redirect", async () => {
      const { slept, ...clock } = world();
      const asking = asker(clock);
      const address = serving(good, send(302, { location: "/on" }), good);
      const options = { spacingMs: 600 };
      await Promise.all([asking(address, options), asking(address, options)]);
      expect(slept).toEqual([600, 600]);
      clock.pass(500);
      await asking(address, options);
      expect(slept).toEqual([600, 600, 100]);
      clock.pass(700);
      await asking(address, options);
      expect(slept).toHaveLength(3);
    });

    it("waits for one spacing at most if the clock was set back", async () => {
      const { slept, ...clock } = world();
      const asking = asker(clock);
      const address = serving(good);
      await asking(address, { spacingMs: 600 });
      clock.pass(-86_400_000);
      await asking(address, { spacingMs: 600 });
      expect(slept).toEqual([600]);
    });

    it("does not slow the others down", async () => {
      const { slept, ...clock } = world();
      const asking = asker(clock);
      const address = serving(good);
      await asking(address, { spacingMs: 600 });
      await asking(address.replace("127.0.0.1", "localhost"), { spacingMs: 600 }).catch(() => {});
      expect(slept.filter((ms) => ms === 600)).toEqual([]);
    });
  });
});
