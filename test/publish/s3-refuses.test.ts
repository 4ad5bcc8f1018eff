import { renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { forgeRecord } from "../tree/forge.ts";
import { publish } from "../tree/mirroring.ts";
import { useBucketSite } from "./bucket-site.ts";
import { publishTo, verifyAt } from "./publishing.ts";

const site = useBucketSite();

describe("publish refuses", () => {
  it("nothing of a tree that was lost and built again, but keeps the number that readers know", async () => {
    await publish(site.tree, 1);
    forgeRecord(site.tree, (record) => void (record.sequence = 7));
    await publishTo(site.target(), site.tree);
    const before = await site.objects();
    rmSync(site.tree, { recursive: true });
    await publish(site.tree, 1);
    expect(await publishTo(site.target(), site.tree)).toMatchObject({ changed: false, snapshot: { sequence: 7 } });
    expect(await site.objects()).toEqual(before);
    await publishTo(site.target(), site.tree, { anew: true });
    expect((await site.objects()).get("snapshot.json")?.text).toContain('"sequence":1,');
    expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
  });

  it("a prefix with foreign objects, and keeps those with --anew", async () => {
    await publish(site.tree, 1);
    await site.store.write(`${site.prefix}/holiday.jpg`, "a beach");
    await expect(publishTo(site.target(), site.tree)).rejects.toMatchObject({ code: "target-not-a-tree" });
    await publishTo(site.target(), site.tree, { anew: true });
    await publishTo(site.target(), site.tree, { repair: true });
    expect((await site.objects()).get("holiday.jpg")?.text).toBe("a beach");
    await site.store.write(`${site.prefix}/snapshot.json`, "{}");
    await expect(publishTo(site.target(), site.tree)).rejects.toMatchObject({ code: "target-not-a-tree" });
  });

  it("a file that does not match the index, before it sends any", async () => {
    await publish(site.tree, 1);
    await publishTo(site.target(), site.tree);
    const before = await site.objects();
    await publish(site.tree, 2);
    for (const [path, variants] of [
      ["api/recent.json.br", true],
      ["q/a.json", false],
    ] as const) {
      writeFileSync(join(site.tree, path), "tampered");
      await expect(publishTo(site.target(), site.tree, { variants })).rejects.toMatchObject({ code: "tree-damaged" });
    }
    const after = await site.objects();
    after.delete("publishing.json");
    expect(after).toEqual(before);
  });

  it("symbolic links, whatever they lead to, and sends nothing that is not in the index", async () => {
    await publish(site.tree, 1);
    writeFileSync(join(site.root, "secret"), "a secret");
    writeFileSync(join(site.tree, "stray.json"), "a stray");
    symlinkSync(join(site.root, "secret"), join(site.tree, "link.json"));
    symlinkSync(join(site.root, "secret"), join(site.tree, "status.json"));
    await publishTo(site.target(), site.tree);
    const sent = await site.objects();
    expect([...sent.keys()].filter((path) => /stray|link|status/.test(path))).toEqual([]);
    // Also one that leads to the very same bytes.
    await publish(site.tree, 2);
    renameSync(join(site.tree, "q/a.json"), join(site.root, "moved"));
    symlinkSync(join(site.root, "moved"), join(site.tree, "q/a.json"));
    await expect(publishTo(site.target(), site.tree)).rejects.toMatchObject({ code: "tree-damaged" });
  });
});

describe("publish repairs", () => {
  it("what was lost or changed at the target, and removes objects that no index names", async () => {
    await publish(site.tree, 1);
    await publishTo(site.target(), site.tree);
    await site.store.remove(`${site.prefix}/q/a.json`);
    await site.store.write(`${site.prefix}/api.json`, "tampered");
    await site.store.write(`${site.prefix}/api/stray.json`, "a stray");
    expect((await verifyAt(site.store, site.prefix)).faults).toHaveLength(2);
    expect(await publishTo(site.target(), site.tree)).toMatchObject({ sent: 0 });
    expect(await publishTo(site.target(), site.tree, { repair: true })).toMatchObject({ changed: false, removed: 1 });
    expect((await verifyAt(site.store, site.prefix)).faults).toEqual([]);
    expect((await site.objects()).has("api/stray.json")).toBe(false);
  });
});
