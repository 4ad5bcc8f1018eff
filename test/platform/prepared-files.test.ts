import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { unpack } from "../../build/platform/compress.ts";
import { preparedFiles, readPreparedFiles, writePreparedFiles } from "../../build/platform/prepared-files.ts";
import { temporaryFolder } from "../support/temporary.ts";

const encoder = new TextEncoder();
const FILES = new Map([
  ["tree/assets/a.js", encoder.encode("export const degrees = '°';\n")],
  ["tree/assets/b.css", encoder.encode("\uFEFFbody {}")],
  ["tree/assets/a.js.br", Uint8Array.of(0xff, 0x00, 0xfe, 0x80)],
  ["worker.js", encoder.encode("")],
]);

const never = () => Promise.reject(new Error("made again"));
const write = (file: string, text: string) => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
};

/** A folder with sources that the files were made from; as a checkout it has the script too. */
function prepared(kind: "checkout" | "package"): string {
  const root = `${temporaryFolder()}/`;
  write(`${root}build/page.ts`, "1");
  write(`${root}build/server.ts`, "1");
  write(`${root}package-lock.json`, "{}");
  if (kind === "checkout") write(`${root}scripts/maintain/prepare.ts`, "");
  writePreparedFiles(FILES, ["build/page.ts"], root);
  return root;
}

/** Makes the files again, and counts how often. */
function maker(root: string) {
  let times = 0;
  return {
    make: () => {
      times++;
      writePreparedFiles(FILES, ["build/page.ts"], root);
      return Promise.resolve({ code: 0, stderr: "" });
    },
    times: () => times,
  };
}

/** The bytes of the file as text: each character is one. */
const DAMAGES: [string, (text: string) => string][] = [
  ["cut short", (text) => text.slice(0, -9)],
  ["with a byte changed", (text) => text.replace("export", "exporT")],
  ["empty", () => ""],
  ["without its hash", (text) => text.slice(text.indexOf("\n") + 1)],
  ["of another kind", () => "{}"],
];

async function filesOf(options: Parameters<typeof readPreparedFiles>[0]) {
  return (await readPreparedFiles(options)).files;
}

const damage = (root: string, how: (text: string) => string) =>
  writeFileSync(`${root}prepared/files.bin`, how(readFileSync(`${root}prepared/files.bin`, "latin1")), "latin1");

describe("prepared files", () => {
  it("this checkout has all files that a tree and the hosts need", async () => {
    expect([...(await preparedFiles()).files.keys()]).toEqual(
      expect.arrayContaining([
        "tree/assets/client.js",
        "tree/assets/maplibre/maplibre-gl.js",
        "tree/assets/pages/map.js",
        "tree/assets/pages/reference.js",
        "tree/service-worker.js",
        "worker.js",
        "edge/cloudfront.js",
        "edge/netlify.js",
      ]),
    );
  });

  it("the compressed forms of this checkout contain the same bytes", async () => {
    const files = (await preparedFiles()).files;
    const packed = [...files].filter(([name]) => /\.(br|gz)$/.test(name));
    expect(packed.map(([name]) => name)).toEqual(
      expect.arrayContaining(["tree/assets/maplibre/maplibre-gl.js.br", "tree/assets/map/fine.json.gz"]),
    );
    for (const [name, bytes] of packed) {
      const plain = files.get(name.slice(0, -3)) ?? new Uint8Array();
      expect(bytes.length, name).toBeLessThan(plain.length);
      expect(unpack(bytes, name.endsWith(".br") ? "br" : "gzip", plain.length).equals(plain), name).toBe(true);
    }
  });

  it.each(["checkout", "package"] as const)("the files of a %s are read as they were written", async (kind) => {
    const root = prepared(kind);
    expect(await filesOf({ root, make: never })).toEqual(FILES);
    expect(readdirSync(join(root, "prepared"))).toEqual(["files.bin"]);
  });

  it.each<[string, (root: string) => void]>([
    ["a source that they are made from has changed", (root) => write(`${root}build/page.ts`, "2")],
    ["a source that they are made from has gone", (root) => rmSync(`${root}build/page.ts`)],
    ["a new source may be a new entry", (root) => write(`${root}build/tools/new/browser.ts`, "")],
    ["a library has another version", (root) => write(`${root}package-lock.json`, '{"version":2}')],
    ["the options of a bundler have changed", (root) => write(`${root}scripts/maintain/prepare/bundles.ts`, "")],
    ["the files are missing", (root) => rmSync(`${root}prepared`, { recursive: true })],
  ])("the files of a checkout are made again if %s", async (_, change) => {
    const root = prepared("checkout");
    change(root);
    const { make, times } = maker(root);
    expect(await filesOf({ root, make })).toEqual(FILES);
    expect(await filesOf({ root, make })).toEqual(FILES);
    expect(times()).toBe(1);
  });

  it("the files of a checkout are not made again for other sources", async () => {
    const root = prepared("checkout");
    write(`${root}build/server.ts`, "2");
    write(`${root}build/page.ts~`, "the backup of an editor");
    expect(await filesOf({ root, make: never })).toEqual(FILES);
  });

  it.each(DAMAGES)("files that are %s are made again in a checkout", async (_, how) => {
    const root = prepared("checkout");
    damage(root, how);
    const { make, times } = maker(root);
    expect(await filesOf({ root, make })).toEqual(FILES);
    expect(times()).toBe(1);
  });

  it.each(DAMAGES)("files that are %s are an error in a package", async (_, how) => {
    const root = prepared("package");
    damage(root, how);
    const failure = { code: "package-incomplete", hint: "install quaketree again" };
    await expect(readPreparedFiles({ root, make: never })).rejects.toMatchObject(failure);
  });

  it.each([
    "Unexpected token\n",
    "node:internal:123\n    trigger(\n    ^\n\nSyntaxError: Unexpected token\n    at parse (/a.ts:1:1)\n\nNode.js v20\n",
  ])("files that cannot be made are an error with the reason and what to do; the old files are not used (%#)", async (stderr) => {
    const root = prepared("checkout");
    write(`${root}build/page.ts`, "export const broken = ;");
    const make = () => Promise.resolve({ code: 1, stderr });
    await expect(readPreparedFiles({ root, make })).rejects.toMatchObject({
      code: "not-prepared",
      message: "the prepared files could not be made: Unexpected token",
      hint: "run `npm run prepare`",
    });
  });

  it("files are not used if their sources changed while they were made", async () => {
    const root = prepared("checkout");
    write(`${root}build/page.ts`, "2");
    const { make } = maker(root);
    const changing = async () => {
      const made = await make();
      write(`${root}build/page.ts`, "3");
      return made;
    };
    await expect(readPreparedFiles({ root, make: changing })).rejects.toMatchObject({ code: "not-prepared" });
  });

  it("are complete whichever of several processes writes them last", async () => {
    const root = prepared("checkout");
    write(`${root}build/page.ts`, "2");
    const { make } = maker(root);
    const reads = Array.from({ length: 8 }, () => filesOf({ root, make }));
    expect(await Promise.all(reads)).toEqual(reads.map(() => FILES));
  });
});
