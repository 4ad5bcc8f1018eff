import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { createNodeHandler } from "../../build/hosts/node/node.ts";
import { listen } from "../support/listen.ts";

/** A call of the README, and the answer that it shows. */
const CALLS = [
  ...readFileSync(new URL("../../README.md", import.meta.url), "utf8").matchAll(
    /^\$ curl 'http:\/\/localhost:8080(?<target>[^']+)'\n(?<answer>.+)$/gm,
  ),
].map(({ groups }) => groups as { target: string; answer: string });

let base: string;
let close: () => Promise<void>;

beforeAll(async () => {
  ({ base, close } = await listen(await createNodeHandler(inject("embeddedTree"))));
});
afterAll(() => close());

it("the README shows three calls", () => expect(CALLS).toHaveLength(3));

it.each(CALLS)("the README has the answer to $target", async ({ target, answer }) => {
  const reply = await fetch(base + target);
  expect(await reply.text()).toBe(answer);
});
