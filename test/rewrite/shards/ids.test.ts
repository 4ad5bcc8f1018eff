import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeId, eventSlug, idOfSlug } from "../../../build/contract/wire/slug.ts";
import { findId, type IdTarget, readIds, writeIds } from "../../../build/rewrite/shards/ids.ts";
import { anyDamage, damaged, itReadsOrRefuses, readsOrRefuses, refusal } from "./hostile.ts";

const anyId = fc.oneof(
  fc.stringMatching(/^[a-z0-9]{1,6}$/),
  fc.string({ unit: "binary", minLength: 1, maxLength: 6 }),
  fc.stringMatching(/^[a-c_-]{1,4}$/),
);

/** Events with aliases, and withdrawn ids, out of one set of different ids. */
const anyWorld = fc
  .uniqueArray(anyId, { maxLength: 60, selector: escapeId })
  .chain((ids) => fc.tuple(fc.constant(ids), fc.array(fc.integer({ min: -2, max: 4 }), { minLength: 60, maxLength: 60 })))
  .map(([ids, kinds]) => {
    const known: [string, string][] = [];
    const withdrawn: { id: string; withdrawnAt: number }[] = [];
    let slug = "";
    ids.forEach((id, at) => {
      const kind = kinds[at] ?? 0;
      if (kind < 0) withdrawn.push({ id, withdrawnAt: kind * 1e12 });
      else {
        if (slug === "" || kind < 2) slug = eventSlug({ magnitude: 6.4, place: kind === 0 ? "" : "Crete", id });
        known.push([id, slug]);
      }
    });
    return { known, withdrawn };
  });

describe("the id shard", () => {
  it("leads every id to its event's slug, a withdrawn one to its time, and any other nowhere", () => {
    fc.assert(
      fc.property(anyWorld, fc.array(anyId), ({ known, withdrawn }, others) => {
        const ids = [readIds(writeIds(known, withdrawn))];
        const expected = new Map<string, IdTarget>([
          ...withdrawn.map(({ id, withdrawnAt }) => [id, { kind: "withdrawn", withdrawnAt }] as const),
          ...known.map(([id, slug]) => [id, { kind: "event", slug }] as const),
        ]);
        for (const id of [...expected.keys(), ...others]) expect(findId(ids, id)).toEqual(expected.get(id));
      }),
      { numRuns: 500 },
    );
  });

  it("says which events have their details in packs, under all their ids", () => {
    fc.assert(
      fc.property(anyWorld, fc.integer({ min: 1, max: 3 }), ({ known, withdrawn }, every) => {
        const own = known.filter(([id, slug]) => idOfSlug(slug) === id).map(([id]) => id);
        const packed = new Set(own.filter((_, at) => at % every === 0));
        const bytes = writeIds(known, withdrawn, packed);
        const ids = [readIds(bytes)];
        for (const [id, slug] of known) {
          const target = packed.has(idOfSlug(slug)) ? { kind: "event", slug, packed: true } : { kind: "event", slug };
          expect(findId(ids, id)).toEqual(target);
        }
        if (packed.size === 0) expect(bytes).toEqual(writeIds(known, withdrawn));
      }),
    );
  });

  it("is text that a person can read, sorted", () => {
    const bytes = writeIds(
      [
        ["us2", "m6-crete-us2"],
        ["A_1", "m6-crete-us2"],
        ["us1", "us1"],
        ["us2", "m6-crete-us2"],
      ],
      [
        { id: "us3", withdrawnAt: 1517997600000 },
        { id: "us3", withdrawnAt: 1517997600000 },
        { id: "us1", withdrawnAt: 5 },
      ],
    );
    expect(new TextDecoder().decode(bytes)).toBe("QTI1\n-41-5f1 >us2\nus1 \nus2 m6-crete-\nus3 !1517997600000\n");
  });

  it("does not take two slugs for an id, or a slug whose own id leads elsewhere", () => {
    const twice: [string, string][] = [
      ["a", "x-a"],
      ["a", "y-a"],
    ];
    expect(() => writeIds(twice, [])).toThrow("the id a has two slugs");
    expect(() => writeIds([["a", "x-b"]], [])).toThrow("the slug x-b ends in an id that is not its own");
  });

  it("is read or refused whatever happened to its bytes, and then finds or refuses", () => {
    fc.assert(
      fc.property(anyWorld, anyDamage, ({ known, withdrawn }, damage) => {
        const bytes = damaged(writeIds(known, withdrawn), damage);
        const ids = readsOrRefuses(readIds, bytes);
        if (!ids) return;
        for (const [id] of known) readsOrRefuses(() => findId([ids], id), bytes);
      }),
      { numRuns: 2000 },
    );
  });

  const known: [string, string][] = [
    ["us1", "us1"],
    ["a_b", "us1"],
  ];
  const written = anyWorld.map((world) => writeIds(world.known, world.withdrawn));
  itReadsOrRefuses(readIds, written, [writeIds(known, [{ id: "us3", withdrawnAt: 5 }]), 0]);

  it.each([
    ["QTI2\n", "ids: magic"],
    ["QT", "ids: magic"],
    ["", "ids: magic"],
    ["QTI1\na b-", "ids: line 5"],
    ["QTI1\na\n", "ids: line 5"],
    ["QTI1\n b\n", "ids: line 5"],
    ["QTI1\na B\n", "ids: line 5"],
    ["QTI1\na !x\n", "ids: line 5"],
    ["QTI1\na !99999999999999999999\n", "ids: line 5"],
    ["QTI1\nb \na \n", "ids: line-order 8"],
    ["QTI1\na \na \n", "ids: line-order 8"],
  ])("refuses %j", (text, message) => {
    expect(refusal(() => readIds(new TextEncoder().encode(text)))).toBe(message);
  });

  it("refuses at the lookup an alias that leads to no event", () => {
    const ids = [readIds(new TextEncoder().encode("QTI1\na >b\nc >d\nd !5\n"))];
    expect(refusal(() => findId(ids, "a"))).toBe("ids: alias a b");
    expect(refusal(() => findId(ids, "c"))).toBe("ids: alias c d");
  });
});
