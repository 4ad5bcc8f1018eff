import { describe, expect, it } from "vitest";
import { readNoaa } from "../../../build/agencies/noaa/tables.ts";
import { api, CLASSIC_HEAD, classic, hazel, LISBON, table } from "../noaa-rows.ts";

describe("NOAA's forms", () => {
  it("say the same of the same earthquake, as far as they go", () => {
    const [full] = api([LISBON.api]).rows;
    expect(full).toMatchObject({ id: "noaa1192", place: "PORTUGAL: LISBON", magnitudes: { unk: 8.5 }, tsunamiFlag: true });
    const [exported] = hazel([LISBON.hazel]).rows;
    const silent = { country: null, regionCode: null, magnitudes: {}, id: "noaad1755110109" };
    expect(exported).toEqual({ ...full, ...silent });
    expect(classic([LISBON.classic]).rows).toEqual([{ ...full, tsunamiEventId: null }]);
  });

  it("are recognized by content, at any address", () => {
    expect(api([LISBON.api]).form).toBe("hazel-api");
    expect(hazel([LISBON.hazel]).form).toBe("hazel-tsv");
    expect(classic([LISBON.classic]).form).toBe("classic-tsv");
  });

  it.each([
    ["", "is empty"],
    ["<!DOCTYPE html><title>We have moved</title>", "is a web page"],
    ["We have moved.", "is not a table of NOAA's that we know"],
    ['{"error":"no"}', "is not a page of records: it has no list of items"],
    ['{"items":[{"id":1', "is not JSON, or was cut short"],
    ["I_D\tYEAR\n1\t1900\n", "has no column FLAG_TSUNAMI, MONTH, DAY"],
  ])("are none of them in %j", (text, reason) => {
    expect(() => readNoaa(new TextEncoder().encode(text), "x")).toThrow(`noaa: x ${reason}`);
  });

  it("may be in Latin-1, as older files are", () => {
    const text = new TextDecoder().decode(table(CLASSIC_HEAD, [{ ...LISBON.classic, LOCATION_NAME: "PORTUGAL: ÉVORA" }]));
    const latin1 = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    expect(readNoaa(latin1, "x").rows[0]?.place).toBe("PORTUGAL: ÉVORA");
  });

  it("are refused if they end in the middle of a row", () => {
    const whole = table(CLASSIC_HEAD, [LISBON.classic, { ...LISBON.classic, I_D: 1193 }]);
    expect(readNoaa(whole, "x").rows).toHaveLength(2);
    expect(() => readNoaa(whole.subarray(0, -30), "x")).toThrow("noaa: x ends in the middle of a row");
    const broken = new Uint8Array([...whole.subarray(0, -30), 10]);
    expect(readNoaa(broken, "x").unreadable).toMatchObject([{ code: "row-malformed" }]);
  });

  it("are whole tables only if they say so", () => {
    const page = { items: [LISBON.api], page: 1, itemsPerPage: 200, totalPages: 1, totalItems: 1 };
    const other = { ...page, items: [{ ...LISBON.api, id: 2 }], page: 2 };
    const two = { totalPages: 2, totalItems: 2 };
    expect(api(page)).toMatchObject({ complete: true, page: { page: 1, totalPages: 1, totalItems: 1 } });
    expect(api({ ...page, ...two }).complete).toBe(false);
    expect(
      api([
        { ...page, ...two },
        { ...other, ...two },
      ]).complete,
    ).toBe(true);
    expect(
      api([
        { ...page, ...two },
        { ...page, ...two },
      ]).complete,
    ).toBe(false);
    expect(
      api([
        { ...page, ...two },
        { ...other, totalPages: 2, totalItems: 3 },
      ]).complete,
    ).toBe(false);
    expect(api([LISBON.api]).complete).toBe(false);
    expect(hazel([LISBON.hazel]).complete).toBe(true);
    expect(hazel([LISBON.hazel], "[0 <= Earthquake Magnitude >= 9.9]").complete).toBe(false);
    expect(classic([LISBON.classic]).complete).toBe(true);
  });
});
