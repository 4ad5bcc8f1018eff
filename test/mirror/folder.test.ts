import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NODE_FILE_SYSTEM } from "../../build/platform/file-system.ts";
import { createFolderOrigin } from "../../build/tree/origins/open.ts";
import { honest, status } from "../tree/hostile-server.ts";
import { again, first, folder, out, second, server, useMirrorGround } from "../tree/mirror-ground.ts";
import { impatient, mirror } from "../tree/mirroring.ts";
import { filesUnder } from "../tree/tree-files.ts";

useMirrorGround();

describe("an origin that is replaced meanwhile", () => {
  it("is copied from the beginning, and fetched files are not fetched again", async () => {
    // Otherwise the mirror would find the former file there, and complete the former snapshot.
    rmSync(join(second, "replaced"), { recursive: true, force: true });
    let replaced = false;
    server.misbehave(/^api\/recent/, (response, bytes, request) => {
      server.serve(second);
      honest(response, replaced ? bytes : readFileSync(join(second, "api/recent.json")), request);
      replaced = true;
    });
    await again();
    expect(filesUnder(out)).toEqual(filesUnder(second));
    expect(server.asked.filter((path) => path === "large.txt")).toHaveLength(1);
  });

  it("again and again is given up after a while, and the copy stays", async () => {
    await again();
    let asked = 0;
    server.serve(second);
    server.misbehave(/^snapshot\.json$/, (response, bytes = Buffer.alloc(0)) => {
      const record = JSON.parse(bytes.toString()) as object;
      response.end(JSON.stringify({ ...record, served: asked++ }));
    });
    server.misbehave(/^q\/a/, status(404));
    await expect(again()).rejects.toMatchObject({ code: "mirror-moving" });
    // Ten rounds, and a look after each.
    expect(asked).toBe(11);
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });
});

describe("the folder", () => {
  it("a folder with foreign files is not changed", async () => {
    const mine = join(folder, "mine");
    NODE_FILE_SYSTEM.makeFolder(mine);
    writeFileSync(join(mine, "thesis.txt"), "three years of work");
    await expect(mirror(createFolderOrigin(first), mine)).rejects.toMatchObject({ code: "out-not-a-tree" });
    expect(filesUnder(mine)).toEqual({ "thesis.txt": "three years of work" });
  });

  it("is one run's at a time", async () => {
    const [one, two] = await Promise.allSettled([again(), again()]);
    expect([one?.status, two?.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });

  it("keeps its copy if the new tree is not accepted", async () => {
    await again();
    server.serve(second);
    await expect(mirror(impatient(server.url), out, { accept: refuse })).rejects.toThrow("cannot be served");
    expect(filesUnder(out)).toEqual(filesUnder(first));
  });
});

function refuse(): Promise<void> {
  return Promise.reject(new Error("cannot be served"));
}
