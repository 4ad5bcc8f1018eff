import { describe, expect, it } from "vitest";
import { installed } from "../../../build/site/client/installed.ts";

/** A service worker that goes from state to state. */
function worker(begin: string) {
  const heard: (() => void)[] = [];
  const told = {
    state: begin,
    addEventListener(_: "statechange", listener: () => void) {
      heard.push(listener);
    },
    become(state: string) {
      told.state = state;
      for (const hear of heard) hear();
    },
  };
  return told;
}

const none = { active: null, waiting: null, installing: null };

describe("a service worker that a page has registered", () => {
  it("is there when it is being activated, or is active already", async () => {
    const first = worker("installing");
    const there = installed({ ...none, installing: first });
    for (const state of ["installed", "activating"]) first.become(state);
    expect(await there).toBe(first);
    const active = worker("activated");
    expect(await installed({ ...none, active })).toBe(active);
    const next = worker("installing");
    const replaced = installed({ ...none, active, installing: next });
    next.become("activated");
    expect(await replaced).toBe(next);
  });

  it("is not waited for where it could not be installed", async () => {
    const first = worker("installing");
    const there = installed({ ...none, installing: first });
    first.become("redundant");
    await expect(there).rejects.toThrow("could not be fetched");
    await expect(installed(none)).rejects.toThrow("could not be fetched");
  });
});
