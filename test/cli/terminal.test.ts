import { describe, expect, it, vi } from "vitest";
import { printable, printError, type TerminalOptions, terminalReport, wantsColour } from "../../build/cli/terminal.ts";
import { age, size } from "../../build/platform/text.ts";

function written(options: Partial<TerminalOptions> & { tty?: boolean }): {
  texts: string[];
  options: TerminalOptions;
  pass: (ms: number) => void;
} {
  const texts: string[] = [];
  let time = 0;
  const stream = { write: (text: string) => texts.push(text), isTTY: options.tty ?? false, columns: 30 };
  return { texts, options: { ...options, stream, now: () => time }, pass: (ms) => void (time += ms) };
}

describe("text that came from elsewhere", () => {
  const raw = "odd\u001b[2J\u009b5m\r\u0007\u202eevil\u2069\u007f";
  const safe = "odd\\u001b[2J\\u009b5m\\u000d\\u0007\\u202eevil\\u2069\\u007f";

  it("does nothing to a terminal; lines, tabs, letters and JSON stay as they are", () => {
    expect(printable(raw)).toBe(safe);
    expect(printable("Temblor in Peñón\n\t地震 🌋")).toBe("Temblor in Peñón\n\t地震 🌋");
    expect(JSON.parse(printable(JSON.stringify({ raw })))).toEqual({ raw });
  });

  it.each([{}, { json: true }, { tty: true }])("is printed without its control characters by %j", (given) => {
    const { texts, options } = written(given);
    const report = terminalReport(options);
    report.step(raw);
    report.warn(raw);
    expect(texts.join("").replaceAll("\r\u001b[K", "")).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(texts.at(given.tty ? -2 : -1)).toContain(safe);
  });
});

describe("a report", () => {
  it("is plain lines if it is piped", () => {
    const { texts, options } = written({});
    const report = terminalReport(options);
    report.step("reading");
    report.progress(1, 2, "files");
    report.warn("odd");
    report.clear();
    expect(texts).toEqual(["reading\n", "warning: odd\n"]);
  });

  it("is warnings alone if a script reads the result", () => {
    const { texts, options } = written({ json: true, tty: true });
    const report = terminalReport(options);
    report.step("reading");
    report.progress(1, 2, "files");
    report.warn("odd");
    expect(texts).toEqual(["warning: odd\n"]);
  });

  it("is one line that keeps up on a terminal, with progress once a stage takes longer than a second", () => {
    const { texts, options, pass } = written({ tty: true, colour: true });
    const report = terminalReport(options);
    report.step("reading");
    pass(999);
    report.progress(1, 2_000, "files");
    expect(texts).toEqual(["\r\u001b[Kreading …"]);
    pass(1);
    report.progress(1_000, 2_000, "files");
    report.progress(1_001, 2_000, "files");
    expect(texts.slice(1)).toEqual(["\r\u001b[Kreading … 1,000 of 2,000 file"]);
    report.warn("odd");
    expect(texts.slice(2)).toEqual(["\r\u001b[K", "\u001b[33mwarning:\u001b[0m odd\n", "\r\u001b[Kreading …"]);
    report.clear();
    report.clear();
    expect(texts.slice(5)).toEqual(["\r\u001b[K"]);
  });
});

it("colours are for terminals, and not used with NO_COLOR", () => {
  const terminal = { write() {}, isTTY: true };
  expect(wantsColour(terminal, {})).toBe(true);
  expect(wantsColour(terminal, { NO_COLOR: "1" })).toBe(false);
  expect(wantsColour(terminal, { NO_COLOR: "" })).toBe(true);
  expect(wantsColour(terminal, { TERM: "dumb" })).toBe(false);
  expect(wantsColour({ write() {} }, {})).toBe(false);
});

it("sizes and ages are said as people say them", () => {
  expect([0, 1_500, 2_000_000, 3_210_000_000].map(size)).toEqual(["0 bytes", "1.5 kB", "2.0 MB", "3.21 GB"]);
  expect([0, 1_000, 59_999, 60_000, 7_200_000, 86_400_000 * 3, 86_400_000 * 800, -1].map(age)).toEqual([
    "0 seconds old",
    "1 second old",
    "59 seconds old",
    "1 minute old",
    "2 hours old",
    "3 days old",
    "2 years old",
    "from the future",
  ]);
});

it("a folder without permission is a cause with what to do, not a bug", () => {
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const error = Object.assign(new Error("EACCES: permission denied"), { code: "EACCES", syscall: "mkdir", path: "/srv/dist" });
  try {
    printError(error, false);
    printError(new Error("x is undefined"), false);
    const lines = write.mock.calls.map(([line]) => String(line).replace("\r\u001b[K", ""));
    expect(lines).toEqual([
      "quaketree: /srv/dist cannot be used: permission denied (choose a folder that you may write, or change its rights)\n",
      expect.stringContaining("x is undefined (a bug in the program"),
    ]);
  } finally {
    write.mockRestore();
  }
});
