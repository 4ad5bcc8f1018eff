import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { portOf, settingsOf } from "../../build/config/config.ts";
import { temporaryFolder } from "../support/temporary.ts";

const dir = temporaryFolder();
const file = join(dir, "q.json");
writeFileSync(
  file,
  JSON.stringify({
    store: "s",
    out: "o",
    port: 3000,
    tree: { grid: true, keep_snapshots_days: 2, event_pages: "none", pictures_from: 5 },
  }),
);

describe("settings", () => {
  it("are those of the configuration file if there are no flags", () => {
    const { store, out, tree } = settingsOf({ config: file });
    expect({ store, out, tree }).toEqual({
      store: join(dir, "s"),
      out: join(dir, "o"),
      tree: { grid: true, keep_snapshots_days: 2, event_pages: "none", pictures_from: 5 },
    });
  });

  it("are those of the flags if there are any, also 0", () => {
    const flags = { store: "a", out: "b", keepSnapshots: 0, packEventsBelow: 0, eventPages: "all" } as const;
    const { store, out, tree } = settingsOf({ config: file, ...flags });
    expect({ store, out, tree }).toEqual({
      store: "a",
      out: "b",
      tree: { grid: true, keep_snapshots_days: 0, pack_events_below: 0, event_pages: "all", pictures_from: 5 },
    });
  });

  it("have a folder of the tree, and no store, if nothing names them", () => {
    writeFileSync(join(dir, "empty.json"), "{}");
    const settings = settingsOf({ config: join(dir, "empty.json") });
    expect([settings.out, settings.store]).toEqual(["dist", undefined]);
  });
});

describe("the port", () => {
  it.each([
    [{ port: 0 }, { port: 1 }, { PORT: "2" }, 0],
    [{}, { port: 1 }, { PORT: "2" }, 2],
    [{}, { port: 1 }, { PORT: "" }, 1],
    [{}, {}, {}, 8080],
    [{}, {}, { PORT: "65535" }, 65_535],
    [{}, {}, { PORT: "0" }, 0],
  ])("the flags %j, the configuration %j and the environment %j give %d", (flags, config, env, port) => {
    expect(portOf(flags, config, env)).toBe(port);
  });

  it.each(["65536", "-1", "http", "80 "])("the environment may not give %j", (given) => {
    expect(() => portOf({}, {}, { PORT: given })).toThrow(`PORT is ${JSON.stringify(given)}`);
  });
});
