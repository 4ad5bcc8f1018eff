import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { NO_CELLS, openDerive } from "../../build/store/derive.ts";
import { jsonLines, type LineMemory, readStateLines, writeStateLines } from "../../build/store/store.ts";
import { temporaryFolder } from "../support/temporary.ts";

const eventSchema = z.strictObject({ id: z.string(), magnitude: z.number() });
type Event = z.infer<typeof eventSchema>;
const stateSchema = z.strictObject({ format: z.literal(1), events: z.array(eventSchema) });

const FILE = "state.json";
let dir: string;

beforeEach(() => {
  dir = temporaryFolder();
});

function write(events: readonly object[]): void {
  writeFileSync(join(dir, FILE), `{"format":1,\n"events":${jsonLines(events)}}\n`);
}

/** What a process that begins now reads, and how many events it checks. */
async function readAnew(derive = openDerive(dir)) {
  const check = vi.spyOn(eventSchema, "safeParse");
  const memory: LineMemory<Event> = { schema: eventSchema };
  try {
    const read = await readStateLines(dir, FILE, stateSchema, memory, derive);
    derive.save();
    return { state: read?.state, checked: check.mock.calls.length };
  } finally {
    check.mockRestore();
  }
}

const EVENTS = [
  { id: "a", magnitude: 1 },
  { id: "b", magnitude: 2 },
];

describe("a state that was checked before", () => {
  it("is not checked again by the next process, and reads the same", async () => {
    write(EVENTS);
    const first = await readAnew();
    expect(first).toEqual({ state: { format: 1, events: EVENTS }, checked: 2 });
    expect(await readAnew()).toEqual({ state: first.state, checked: 0 });
  });

  it("is checked again after any change, and if nothing is kept", async () => {
    write(EVENTS);
    await readAnew();
    expect((await readAnew(NO_CELLS)).checked).toBe(2);
    write([...EVENTS, { id: "c", magnitude: 3 }]);
    expect((await readAnew()).checked).toBe(3);
  });

  it("is refused if it is wrong, also the second time", async () => {
    write([...EVENTS, { id: "c", magnitude: "3" }]);
    for (const _ of [1, 2]) await expect(readAnew()).rejects.toMatchObject({ code: "store-malformed" });
    write(EVENTS);
    await readAnew();
    const path = join(dir, FILE);
    writeFileSync(path, readFileSync(path, "utf8").replace('"magnitude":2', '"magnitude":"2"'));
    await expect(readAnew()).rejects.toMatchObject({ code: "store-malformed" });
  });
});

describe("a process that writes and reads a state", () => {
  const memoryOf = (): LineMemory<Event> => ({ schema: eventSchema });
  const read = (memory: LineMemory<Event>) => readStateLines(dir, FILE, stateSchema, memory, NO_CELLS);
  const put = (events: readonly Event[], memory: LineMemory<Event>) => writeStateLines(dir, FILE, '{"format":1', events, memory);

  it("gets the objects that it has, and of new events those that a new process would get", async () => {
    const memory = memoryOf();
    await put(EVENTS, memory);
    const first = await read(memory);
    expect(first?.state.events).toEqual(EVENTS);
    const added = { id: "c", magnitude: -0 };
    const hash = await put([added, ...(first?.state.events ?? [])], memory);
    const second = await read(memory);
    expect(second?.sha256).toBe(hash);
    expect(second?.state.events[1]).toBe(first?.state.events[0]);
    expect(second?.state.events[2]).toBe(first?.state.events[1]);
    expect(second).toStrictEqual(await read(memoryOf()));
    expect(second?.state.events[0]?.magnitude).toBe(0);
  });

  it("refuses a state that it has written wrongly", async () => {
    const memory = memoryOf();
    await put([...EVENTS, { id: "c", magnitude: Number.NaN }], memory);
    await expect(read(memory)).rejects.toMatchObject({ code: "store-malformed" });
  });

  it("reads what a new process reads, whatever was written by itself or by others", async () => {
    const event = fc.record({ id: fc.constantFrom("a", "b", "ā\n", '",\n"'), magnitude: fc.constantFrom(1, 2, -0) });
    const step = fc.record({ by: fc.constantFrom("itself", "another", "hand"), events: fc.array(event, { maxLength: 4 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 6 }), async (steps) => {
        const memory = memoryOf();
        for (const { by, events } of steps) {
          const before = (await read(memory))?.state.events ?? [];
          const kept = before.filter(({ magnitude }) => magnitude === 1);
          if (by === "hand") writeFileSync(join(dir, FILE), JSON.stringify({ events, format: 1 }, null, 1));
          else await put([...kept, ...events], by === "itself" ? memory : memoryOf());
          expect(await read(memory)).toStrictEqual(await read(memoryOf()));
        }
      }),
      { numRuns: 40 },
    );
  });
});
