import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { NO_DERIVED_CACHE, openDerived } from "../../build/store/derived.ts";
import { jsonLines, type LineMemory, readStateLines } from "../../build/store/store.ts";
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
async function readAnew(schemaKey = "schema", derived = openDerived(dir)) {
  const check = vi.spyOn(eventSchema, "safeParse");
  const memory: LineMemory<Event> = { schema: eventSchema, known: new Map(), schemaKey: () => schemaKey };
  try {
    const read = await readStateLines(dir, FILE, stateSchema, memory, derived);
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

  it("is checked again after any change, by another schema, and where nothing is kept", async () => {
    write(EVENTS);
    await readAnew();
    expect((await readAnew("another schema")).checked).toBe(2);
    expect((await readAnew("schema", NO_DERIVED_CACHE)).checked).toBe(2);
    write([...EVENTS, { id: "c", magnitude: 3 }]);
    expect((await readAnew()).checked).toBe(3);
  });

  it("is refused where it is wrong, also the second time", async () => {
    write([...EVENTS, { id: "c", magnitude: "3" }]);
    for (const _ of [1, 2]) await expect(readAnew()).rejects.toMatchObject({ code: "store-malformed" });
    write(EVENTS);
    await readAnew();
    const path = join(dir, FILE);
    writeFileSync(path, readFileSync(path, "utf8").replace('"magnitude":2', '"magnitude":"2"'));
    await expect(readAnew()).rejects.toMatchObject({ code: "store-malformed" });
  });
});
