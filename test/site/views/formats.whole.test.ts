import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { respond } from "../../../build/rewrite/respond.ts";
import { readColumns } from "../../../build/rewrite/shards/columns.ts";
import { openSnapshot } from "../../../build/rewrite/snapshot.ts";
import { EXAMPLE_LENGTHS, EXAMPLE_ROWS, formatsPage } from "../../../build/site/views/data.ts";
import { ENGLISH } from "../english.ts";

// A second reader, written from the page alone: it knows nothing of build/rewrite/shards.

type Numbers = number[];
const READ: Record<string, [width: number, read: (view: DataView, at: number) => number]> = {
  f64: [8, (view, at) => view.getFloat64(at, true)],
  u32: [4, (view, at) => view.getUint32(at, true)],
  f32: [4, (view, at) => view.getFloat32(at, true)],
  i32: [4, (view, at) => view.getInt32(at, true)],
  u16: [2, (view, at) => view.getUint16(at, true)],
  u8: [1, (view, at) => view.getUint8(at)],
};

/** Counts and sections of a binary shard as the tables of the page describe them. */
function readByPage(page: string, name: string, bytes: Uint8Array): Record<string, Numbers> {
  const described = page.slice(page.indexOf(`<section id="${name}"`)).split("</section>")[0] ?? "";
  const magic = /<code>(....)<\/code>, version (\d+)/.exec(described);
  const counts = [...(described.split("The header has")[0] ?? "").matchAll(/<code>(\w+)<\/code>/g)].slice(1);
  const sections = described.matchAll(/<tr><td>([^<]+)<\/td><td><code>(\w+)<\/code>.*?<code>(\w+)<\/code>/g);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  expect([String.fromCharCode(...bytes.subarray(0, 4)), view.getUint32(4, true)]).toEqual([magic?.[1], Number(magic?.[2])]);
  const countOf = Object.fromEntries(counts.map(([, count], at) => [count, view.getUint32(8 + 4 * at, true)]));
  let at = Math.ceil((8 + 4 * counts.length) / 8) * 8;
  const found: Record<string, Numbers> = {};
  for (const [, section = "", type = "", count = ""] of sections) {
    const [width, read] = READ[type] ?? [0, () => 0];
    found[section] = Array.from({ length: countOf[count] ?? 0 }, (_, index) => read(view, at + index * width));
    at += width * (countOf[count] ?? 0);
  }
  expect(at).toBe(bytes.length);
  return found;
}

const tree = inject("embeddedTree");
const file = (path: string) => new Uint8Array(readFileSync(join(tree, path)));
const text = (path: string) => new TextDecoder().decode(file(path));
const page = text("docs/formats/index.html");
const { shards, as_of: asOf, covered_from: coveredFrom } = JSON.parse(text("snapshot.json"));

/** The files of a table, as the page describes them. */
function filesOf(name: "columns" | "places"): Record<string, Numbers>[] {
  return (shards[name] as string[]).map((path) => readByPage(page, name, file(path)));
}

/** The records of all rows, cut out by the lengths of a shard. */
function recordsOf(list: readonly { path: string; records: number }[], lengths: Numbers): string[] {
  const records: string[] = [];
  for (const { path, records: count } of list) {
    const bytes = file(path);
    let at = 1;
    for (let record = 0; record < count; record++) {
      const length = lengths[records.length] ?? 0;
      records.push(new TextDecoder().decode(bytes.subarray(at, at + length)));
      at += length + 1;
    }
    expect(at).toBe(bytes.length);
  }
  return records;
}

const fold = (words: string) => words.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const wordsOf = (words: string) => fold(words).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The texts of a shard as lists of words. */
function textsOf(sizes: Numbers, numbers: Numbers, bytes: Numbers): string[][] {
  const words = new TextDecoder().decode(Uint8Array.from(bytes)).split("\n");
  let [at, known] = [0, 0];
  return sizes.map((size) => numbers.slice(at, (at += size)).map((number) => words[number === 0 ? known++ : number - 1] ?? ""));
}

async function answerOf(target: string): Promise<string> {
  const snapshot = await openSnapshot({ read: async (path) => file(path) });
  const reply = await respond(snapshot, { method: "GET", target });
  return reply.kind === "body" ? new TextDecoder().decode(reply.body) : text((reply as { path: string }).path);
}

it("a snapshot of the embedded data states that it is a sample", () => {
  const record = JSON.parse(readFileSync(join(inject("embeddedTree"), "snapshot.json"), "utf8")) as unknown;
  expect(record).toMatchObject({ sample: true, as_of: "2018-02-07T01:49:14.000Z" });
});

describe("the page of the formats", () => {
  it("has an example whose bytes the reader reads as the page says", () => {
    const dump = /<pre id="example-bytes">([^<]*)/.exec(page)?.[1] ?? "";
    const bytes = Uint8Array.from(dump.replace(/^\w{4} {2}/gm, "").match(/\w\w/g) ?? [], (hex) => Number(`0x${hex}`));
    const columns = readColumns(bytes);
    expect(Array.from(columns.rank, (rank) => columns.magnitudes[rank])).toEqual(EXAMPLE_ROWS.map((row) => row.magnitude));
    expect([...columns.records.length]).toEqual(EXAMPLE_LENGTHS);
    const found = readByPage(page, "columns", bytes);
    expect(found.magnitudes).toEqual([2.45, 6.4]);
    expect(found.magnitude).toEqual([1, 0, 1]);
    expect(found.day).toEqual([17568, 17567]);
    for (const number of found.country ?? []) expect(page).toContain(` ${number}`);
  });

  it("is enough to answer lists as the rewrite does, from a real tree", async () => {
    const columns = filesOf("columns").flatMap((one) => {
      const { magnitudes = [], time = [], length = [], day = [], magnitude = [], country = [] } = one;
      const dayOfRow = (one["day rows"] ?? []).flatMap((rows, at) => Array.from({ length: rows }, () => day[at] ?? 0));
      return time.map((ofDay, row) => ({
        time: (dayOfRow[row] ?? 0) * 86_400_000 + ofDay,
        length: length[row] ?? 0,
        magnitude: magnitudes[magnitude[row] ?? -1] ?? -99,
        country: country[row] ?? -1,
      }));
    });
    const codes = /\b(AD AE .*? ZW);/.exec(page)?.[1]?.split(" ") ?? [];
    const records = recordsOf(
      shards.days,
      columns.map(({ length }) => length),
    );
    const inWindow = (row: number, hours: number) => {
      const at = columns[row]?.time ?? 0;
      return at > Date.parse(asOf) - hours * 3_600_000 && at <= Date.parse(asOf);
    };
    const rows = [...records.keys()];
    // The sample covers the newest week of both windows.
    const covered = JSON.stringify(coveredFrom ?? null);
    const strong = rows.filter((row) => inWindow(row, 720) && (columns[row]?.magnitude ?? -99) >= 2.5);
    expect(
      `{"earthquakes":[${strong
        .slice(0, 50)
        .map((row) => records[row])
        .join(",")}],"covered_from":${covered}}`,
    ).toBe(text("api/recent.json"));
    const american = rows.filter((row) => inWindow(row, 480) && codes[columns[row]?.country ?? -1] === "US");
    const high = american.filter((row) => (columns[row]?.magnitude ?? -99) >= 1.5);
    const body = `{"count":${high.length},"earthquakes":[${high
      .slice(7, 27)
      .map((row) => records[row])
      .join(",")}],"covered_from":${covered}}`;
    expect(await answerOf("/api/v1/earthquakes/?days=20&country=US&min_mag=1.5&offset=7&limit=20")).toBe(body);
  });

  it("is enough to search as the rewrite does", async () => {
    const places = filesOf("places").flatMap((one) => {
      const { length = [], name = [], words = [], text: bytes = [] } = one;
      const names = textsOf(one["name words"] ?? [], words, bytes);
      return length.map((bytesOfRow, row) => ({ length: bytesOfRow, own: names[name[row] ?? -1] ?? [], cls: one.class?.[row] ?? 0 }));
    });
    const records = recordsOf(
      shards.results,
      places.map(({ length }) => length),
    );
    for (const q of ["hualien", "of al", "japan", "km"]) {
      const terms = wordsOf(q);
      const rankOf = (row: number) => {
        const { own, cls } = places[row] ?? { own: [] as string[], cls: 0 };
        if (!terms.every((term) => own.some((word) => word.includes(term)))) return 9;
        return (terms.every((term) => own.includes(term)) ? 0 : 4) + cls;
      };
      const ranked = [...records.keys()].map((row) => ({ row, rank: rankOf(row) })).filter(({ rank }) => rank < 9);
      const best = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, 50);
      const body = `{"results":[${best.map(({ row }) => records[row]).join(",")}]}`;
      expect(await answerOf(`/api/search/?q=${encodeURIComponent(q)}`)).toBe(body);
    }
  });

  it("is enough to find a country by any of its names, and an event by its id", () => {
    const names = readByPage(page, "names", file(shards.names));
    const { words = [], text: bytes = [], names: counts = [], length = [], records = [] } = names;
    const texts = textsOf(names["text words"] ?? [], words, bytes);
    const document = JSON.parse(new TextDecoder().decode(Uint8Array.from(records)));
    expect(document).toHaveLength(length.length);
    const japan = texts.findIndex((own) => own.join(" ") === wordsOf("日本").join(" "));
    const entryOf = counts.flatMap((count, entry) => Array.from({ length: count }, () => entry));
    expect(document[entryOf[japan] ?? -1]).toMatchObject({ iso2: "JP" });
    const lines = (shards.ids as string[]).flatMap((path) => {
      const [format, ...own] = text(path).trimEnd().split("\n");
      expect(format).toBe("QTI1");
      return own;
    });
    const events = lines.map((line) => line.split(" ")).filter(([, target = ""]) => !/^[>!]/.test(target));
    expect(events.length).toBeGreaterThan(1000);
    for (const [id = "", target = ""] of events.slice(0, 200)) {
      expect(existsSync(join(tree, `api/v1/earthquakes/${target}${id}.json`)), id).toBe(true);
    }
  });

  it("names every fault that a reader tells", () => {
    const paths = ["build/rewrite/shards", "build/rewrite", "build/fdsn/archive"].flatMap((folder) =>
      readdirSync(folder)
        .filter((name) => name.endsWith(".ts"))
        .map((name) => join(folder, name)),
    );
    const code = paths.map((path) => readFileSync(path, "utf8")).join("\n");
    const literal = [...code.matchAll(/(?:ShardError\([\w."-]+, |fault\()["`]([\w-]+)/g)].map(([, fault]) => fault);
    // The names of these are variables where the error is thrown.
    const told = new Set([...literal, "day", "days", "format", "id", "as_of"]);
    const listed = page.slice(page.indexOf('<section id="faults"')).matchAll(/<tr><td><code>([\w-]+)<\/code>/g);
    expect(told).toEqual(new Set([...listed].map(([, fault]) => fault)));
    const mainOf = (text: string) => text.slice(text.indexOf("<main"));
    expect(mainOf(formatsPage(ENGLISH))).toBe(mainOf(page));
  });
});
