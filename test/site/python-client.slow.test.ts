import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, it } from "vitest";
import { listen } from "../support/listen.ts";

const CLIENT = dirname(fileURLToPath(new URL("../../build/site/assets/quaketree.py", import.meta.url)));

it.skipIf(!inject("programs").python3)("the Python client names the cause of every mistake in a sentence", async () => {
  const free = await listen(() => {});
  await free.close();
  const said: Record<string, RegExp> = {
    "Client('localhost:8080')": /^ValueError: the base 'localhost:8080' is not an address that begins with https:\/\/ or http:\/\/$/,
    "Client(5)": /^ValueError: the base 5 is not an address/,
    "Client('http://[::1')": /^ValueError: the base 'http:\/\/\[::1' is not an address/,
    "Client('http://local host')": /^ValueError: the base 'http:\/\/local host' is not an address/,
    "C.earthquake(None)": /^ValueError: None is not a name$/,
    "C.country('')": /^ValueError: '' is not a name$/,
    "C.get('api/recent/')": /^ValueError: the path 'api\/recent\/' does not begin with \/$/,
    "C.recent()": new RegExp(`^OSError: ${free.base}/api/recent/ cannot be reached: .*refused$`),
  };
  const lines = Object.keys(said).map((code) => `try:\n  ${code}\nexcept Exception as e: print(type(e).__name__ + ': ' + str(e))`);
  const text = `from quaketree import Client\nC = Client('${free.base}')\n${lines.join("\n")}`;
  const options = { cwd: CLIENT, encoding: "utf8", env: { ...process.env, PYTHONDONTWRITEBYTECODE: "1" } } as const;
  const printed = execFileSync("python3", ["-c", text], options).trimEnd().split("\n");
  expect(printed).toEqual(Object.values(said).map((pattern) => expect.stringMatching(pattern)));
});
