import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRESET_NAMES } from "../../build/agencies/fdsn/service.ts";
import { type Choices, choicesOf, configOf, type Machine, writeInstallation } from "../../build/cli/init.ts";
import { signerOf } from "../../build/cli/keygen.ts";
import { enabledAgencies } from "../../build/config/agencies.ts";
import { loadConfig, parseConfig } from "../../build/config/config.ts";
import { quaketree } from "../support/quaketree.ts";
import { temporaryFolder } from "../support/temporary.ts";

const machine = (dir: string, schedule: Machine["schedule"] = "systemd"): Machine => ({
  schedule,
  user: "observer",
  node: "/usr/bin/node",
  program: "/opt/quaketree/build/quaketree.js",
  dir,
});
const PLAIN: Choices = { agencies: ["usgs", "noaa", "plates"], host: "node", url: undefined, publish: undefined, isSigned: false };

describe("the questions", () => {
  it("have the defaults without a terminal", async () => {
    expect(await choicesOf({})).toEqual(PLAIN);
  });

  it("are four, and are not asked for what an option gives", async () => {
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return ["usgs, geonet", "nginx", "s3://quakes", "y"][asked.length - 1] ?? "";
    };
    const choices = { agencies: ["usgs", "geonet"], host: "nginx", url: undefined, publish: "s3://quakes", isSigned: true };
    expect(await choicesOf({}, ask)).toEqual(choices);
    expect(asked).toHaveLength(4);
    await choicesOf({ agencies: ["usgs"], host: "node", publish: "none", sign: false }, ask);
    expect(asked).toHaveLength(4);
  });

  it("name what can be chosen if an answer cannot", async () => {
    await expect(choicesOf({}, async () => "nasa")).rejects.toMatchObject({ code: "usage", hint: expect.stringContaining("usgs, noaa") });
    const host = async (question: string) => (question.startsWith("Served") ? "apache" : "");
    await expect(choicesOf({}, host)).rejects.toMatchObject({ code: "usage", hint: expect.stringContaining("nginx") });
    await expect(choicesOf({ publish: "s3:quakes" })).rejects.toMatchObject({ code: "usage", hint: expect.stringContaining("s3://") });
  });
});

describe("the configuration", () => {
  it("the program can read the configuration of any choices, with just these agencies", () => {
    const names = ["usgs", "noaa", "plates", "emsc", ...PRESET_NAMES];
    const choices = fc.record({
      agencies: fc.subarray(names, { minLength: 1 }),
      host: fc.constantFrom<Choices["host"]>("node", "nginx", "cloudflare", "cloudfront", "netlify", "files"),
      url: fc.constantFrom(undefined, "https://quakes.example"),
      publish: fc.constantFrom(undefined, "s3://quakes/prefix", "/srv/site"),
      isSigned: fc.boolean(),
    });
    fc.assert(
      fc.property(choices, (one) => {
        const config = parseConfig(JSON.stringify(configOf(one)), "/x/quaketree.config.json");
        expect([...enabledAgencies(config.agencies).keys()].toSorted()).toEqual(one.agencies.toSorted());
        expect(config.tree.grid).toBe(["nginx", "cloudfront", "netlify"].includes(one.host));
        expect(config.public_url).toBe(one.url);
      }),
    );
  });
});

describe("an installation", () => {
  it("has units with the paths of the machine, a key and two commands that remain", () => {
    const dir = temporaryFolder();
    const lines = writeInstallation({ ...PLAIN, isSigned: true }, machine(dir));
    expect(loadConfig(join(dir, "quaketree.config.json"))).toBeDefined();
    expect(signerOf(join(dir, "quaketree.key"), {})).toBeDefined();
    const unit = readFileSync(join(dir, "quaketree.service"), "utf8");
    const config = join(dir, "quaketree.config.json");
    expect(unit).toContain(`\nExecStart=/usr/bin/node /opt/quaketree/build/quaketree.js rebuild --config ${config}\n`);
    expect(unit).toContain("\nUser=observer\n");
    expect(unit).toContain(`\nReadWritePaths=${dir}\n`);
    expect(unit).not.toMatch(/\/var\/lib|\/etc\/quaketree|\/usr\/local/);
    expect(readFileSync(join(dir, "quaketree-serve.service"), "utf8")).toContain(`serve ${join(dir, "dist")} --port 8080`);
    expect(lines.slice(2)).toHaveLength(2);
  });

  it.each([
    ["/srv/www/quakes", "/srv/www/quakes", " /srv/www"],
    ["s3://quakes", "dist", ""],
    [undefined, "dist", ""],
  ])("published to %s, is served from the same folder by the unit and by the command", (publish, folder, beside) => {
    const dir = temporaryFolder();
    writeInstallation({ ...PLAIN, publish }, machine(dir));
    expect(readFileSync(join(dir, "quaketree.service"), "utf8")).toContain(`\nReadWritePaths=${dir}${beside}\n`);
    expect(readFileSync(join(dir, "quaketree-serve.service"), "utf8")).toContain(`serve ${resolve(dir, folder)} --port 8080`);
    const cron = join(dir, "cron");
    expect(writeInstallation({ ...PLAIN, publish }, machine(cron, "cron")).at(-1)).toContain(`serve ${resolve(cron, folder)} --port 8080`);
  });

  it.each([
    ["http://quakes.example:8091", "8091"],
    ["http://[::1]:8091/quakes/", "8091"],
    ["http://quakes.example", "8080"],
    ["https://quakes.example:8443", "8080"],
  ])("serves %s on the port %s, and says how it is reached", (url, port) => {
    for (const schedule of ["systemd", "cron"] as const) {
      const dir = temporaryFolder();
      const lines = writeInstallation({ ...PLAIN, url }, machine(dir, schedule));
      expect(lines.at(-1)).toContain(`${url} has to lead to 127.0.0.1:${port};`);
      const command = schedule === "cron" ? lines.at(-2) : readFileSync(join(dir, "quaketree-serve.service"), "utf8");
      expect(command).toContain(`serve ${join(dir, "dist")} --port ${port}`);
    }
  });

  it("has only units to enable that start at boot", () => {
    const dir = temporaryFolder();
    const enabled = writeInstallation(PLAIN, machine(dir)).at(-1)?.split("enable --now ")[1]?.split(" ") ?? [];
    expect(enabled).toHaveLength(2);
    for (const unit of enabled) expect(readFileSync(join(dir, unit), "utf8")).toMatch(/^\[Install\]\nWantedBy=/m);
  });

  it("has a crontab with one line a minute if there is no systemd", () => {
    const dir = temporaryFolder();
    const lines = writeInstallation(PLAIN, machine(dir, "cron"));
    const crontab = readFileSync(join(dir, "quaketree.crontab"), "utf8");
    expect(crontab).toMatch(/^\* \* \* \* \* \/usr\/bin\/node \/opt\/quaketree\/build\/quaketree\.js rebuild --config \S+ 2>&1 \| logger/m);
    expect(existsSync(join(dir, "quaketree.service"))).toBe(false);
    expect(lines.join("\n")).toContain("| crontab -");
  });

  it("names paths with blanks, quotation marks, $ and % as the scheduler and the shell read them", () => {
    const dir = join(temporaryFolder(), `an "observer's" $HOME, 50 %`);
    const lines = writeInstallation(PLAIN, machine(dir));
    const unit = readFileSync(join(dir, "quaketree.service"), "utf8");
    const named = dir
      .replaceAll('"', '\\"')
      .replace("$", () => "$$")
      .replace("%", "%%");
    expect(unit).toContain(`ExecStart=/usr/bin/node /opt/quaketree/build/quaketree.js rebuild --config "${named}/quaketree.config.json"\n`);
    expect(unit).toContain(`WorkingDirectory=${dir.replace("%", "%%")}\n`);
    expect(unit).toContain(`ReadWritePaths="${named}"\n`);
    const shell = (text: string) => execFileSync("sh", ["-c", text.replace(/^\S+ \S+/, "printf '%s|'")], { encoding: "utf8" });
    const first = lines.find((line) => line.includes("quaketree rebuild"))?.trim() ?? "";
    expect(shell(first)).toBe(`--config|${dir}/quaketree.config.json|`);
    const cron = join(dir, "cron");
    writeInstallation(PLAIN, machine(cron, "cron"));
    const [, command = ""] = /\d?\* (\/usr\/bin\/node .*) (?:>>|2>|>)/.exec(readFileSync(join(cron, "quaketree.crontab"), "utf8")) ?? [];
    // cron takes the backslash before a %.
    expect(shell(command.replaceAll("\\%", "%"))).toContain(`rebuild|--config|${cron}/quaketree.config.json|`);
  });

  it("writes nothing if a file of it is there already", () => {
    const dir = temporaryFolder();
    writeFileSync(join(dir, "quaketree.key"), "mine");
    expect(() => writeInstallation({ ...PLAIN, isSigned: true }, machine(dir))).toThrow(expect.objectContaining({ code: "init-exists" }));
    expect(existsSync(join(dir, "quaketree.config.json"))).toBe(false);
    expect(readFileSync(join(dir, "quaketree.key"), "utf8")).toBe("mine");
  });

  it("is made by the command without questions if no terminal is there", async () => {
    const dir = temporaryFolder();
    const { code, stdout } = await quaketree(["init", "quakes", "--schedule", "cron", "--agencies", "usgs"], dir);
    expect([code, stdout]).toEqual([0, expect.stringContaining("what remains:")]);
    expect(JSON.parse(readFileSync(join(dir, "quakes/quaketree.config.json"), "utf8"))).toEqual({
      store: "data/store",
      out: "dist",
      agencies: { usgs: {} },
    });
  });
});
