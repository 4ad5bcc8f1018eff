import { describe, expect, it } from "vitest";
import { createWorkQueue } from "../../build/hosts/work-queue.ts";

/** Work that ends when it is told to, and a record of what has begun. */
function manualWork() {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve, reject) => {
      begun.push(name);
      ends.set(name, (error) => (error ? reject(error) : resolve(name)));
    });
  return { begun, work, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe("a queue of work", () => {
  it("runs so much at once, and the rest in order, even if some of it fails", async () => {
    const { begun, work, end } = manualWork();
    const run = createWorkQueue({ running: 2, waiting: 5, perClient: 9 });
    const [a, b, c, d] = ["a", "b", "c", "d"].map((name) => run("client", work(name)));
    expect(begun).toEqual(["a", "b"]);
    end("b", new Error("gone"));
    await expect(b).rejects.toThrow("gone");
    await expect.poll(() => begun).toEqual(["a", "b", "c"]);
    end("a");
    end("c");
    expect(await Promise.all([a, c])).toEqual(["a", "c"]);
    await expect.poll(() => begun).toEqual(["a", "b", "c", "d"]);
    end("d");
    expect(await d).toBe("d");
  });

  it("refuses what is too much in all, and takes more when there is room again", async () => {
    const { work, end } = manualWork();
    const run = createWorkQueue({ running: 1, waiting: 1, perClient: 9 });
    const first = run("x", work("a"));
    expect(run("y", work("b"))).toBeDefined();
    expect(run("z", work("c"))).toBeUndefined();
    end("a");
    await first;
    expect(run("z", work("c"))).toBeDefined();
  });

  it("refuses what is too much for one client, and takes that of others", async () => {
    const { work, end } = manualWork();
    const run = createWorkQueue({ running: 1, waiting: 9, perClient: 2 });
    const first = run("greedy", work("a"));
    expect(run("greedy", work("b"))).toBeDefined();
    expect(run("greedy", work("c"))).toBeUndefined();
    expect(run("other", work("d"))).toBeDefined();
    end("a");
    await first;
    expect(run("greedy", work("c"))).toBeDefined();
  });
});
