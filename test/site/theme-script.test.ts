import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { THEME_SCRIPT, THEME_SCRIPT_HASH } from "../../build/site/layout.ts";

describe("the script in the head of each page", () => {
  it("is the one that the content security policy lets run", () => {
    expect(`sha256-${createHash("sha256").update(THEME_SCRIPT).digest("base64")}`).toBe(THEME_SCRIPT_HASH);
  });

  it("can stand in a page as it is", () => {
    expect(THEME_SCRIPT).not.toMatch(/<\/?script|<!--|\n/i);
  });
});
