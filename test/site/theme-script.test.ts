import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { LETTERS_SCRIPT, LETTERS_SCRIPT_HASH, THEME_SCRIPT, THEME_SCRIPT_HASH } from "../../build/site/layout.ts";

describe.each([
  ["of each page", THEME_SCRIPT, THEME_SCRIPT_HASH],
  ["of pages that a script translates", LETTERS_SCRIPT, LETTERS_SCRIPT_HASH],
])("the script in the head %s", (_, script, hash) => {
  it("is the one that the content security policy lets run", () => {
    expect(`sha256-${createHash("sha256").update(script).digest("base64")}`).toBe(hash);
  });

  it("can stand in a page as it is", () => {
    expect(script).not.toMatch(/<\/?script|<!--|\n/i);
  });
});
