import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { publishableEvent, unpublishable } from "../../build/agencies/publishable.ts";
import type { UsgsEvent } from "../../build/store/records.ts";
import { liveEvent } from "../catalogue/make-records.ts";

/** The event as it may get into the store with the names of the values that were taken as unknown, or why it may not. */
function checked(given: Partial<UsgsEvent>): { event: UsgsEvent; doubtful: string[] } | string {
  const doubtful: string[] = [];
  try {
    const event = publishableEvent(liveEvent({ id: "us1", ...given }), doubtful, (reason) => {
      throw new Error(reason);
    });
    return { event, doubtful };
  } catch (error) {
    return (error as Error).message;
  }
}

describe("an event that answers can hold", () => {
  it.each([{}, { significance: -7 }, { significance: 0, feltReports: 0 }, { url: null, time: Date.UTC(0, 0) }])(
    "is kept as it is: %j",
    (given) => {
      expect(checked(given)).toEqual({ event: liveEvent({ id: "us1", ...given }), doubtful: [] });
    },
  );
});

describe("an optional value that no answer can hold", () => {
  it.each([
    ["sig", { significance: 12.5 }],
    ["sig", { significance: 1e300 }],
    ["felt", { feltReports: 1e300 }],
    ["felt", { feltReports: -1 }],
    ["felt", { feltReports: 2 ** 53 }],
    ["cdi", { maxIntensityReported: 12.01 }],
    ["mmi", { maxIntensityEstimated: -0.1 }],
  ])("is unknown, and %s counts as doubtful: %j", (name, given) => {
    const [key = ""] = Object.keys(given);
    expect(checked(given)).toEqual({ event: liveEvent({ id: "us1", [key]: null }), doubtful: [name] });
  });
});

describe("a required value that no answer can hold", () => {
  it.each([
    ["updated-invalid", { updated: -6.3e13 }],
    ["updated-invalid", { updated: Date.UTC(10_000, 0) }],
    ["time-invalid", { time: -8.64e15 }],
    ["time-invalid", { time: Date.UTC(10_000, 0) }],
    ["id-invalid", { id: "..", ids: [".."] }],
    ["id-invalid", { ids: [".", "us1"] }],
    ["id-invalid", { id: "A".repeat(300), ids: ["A".repeat(300)] }],
    ["latitude-invalid", { latitude: 91 }],
    ["magnitude-invalid", { magnitude: 1e300 }],
  ])("leaves the event out as %s: %j", (reason, given) => {
    expect(checked(given)).toBe(reason);
  });
});

describe("the address of an agency", () => {
  it.each([
    "https://earthquake.usgs.gov/earthquakes/eventpage/us1",
    "http://localhost:8080",
    "HTTPS://EXAMPLE.ORG/a?b=c@d#e",
    "https://example.org/?q='a'&x=%2F",
    "http://[::1]/",
  ])("may be published: %s", (url) => {
    expect(unpublishable({ url })).toEqual([]);
  });

  it.each([
    "https://[",
    "http://%%%/",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "ftp://example.org/",
    "//example.org/",
    "https://user:secret@example.org/",
    "https://earthquake.usgs.gov@example.org/",
    "https://user%40:x@example.org/",
    "https:\\\\example.org@a/",
    "https://example.org/\"onclick='x'",
    "https://example.org/<script>",
    "https://example.org/a b",
    "https://example.org/%zz",
    "https://example.org/é",
    "",
  ])("may not: %s", (url) => {
    expect(unpublishable({ url })).toEqual(["url"]);
  });

  it("holds no user and no password, whatever it is", () => {
    fc.assert(
      fc.property(fc.webUrl({ authoritySettings: { withUserInfo: true } }), (url) => {
        const { username, password } = new URL(url);
        expect(unpublishable({ url }).length > 0 || username + password === "").toBe(true);
      }),
    );
  });
});
