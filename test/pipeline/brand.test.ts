import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../build/config/config.ts";
import { brandOf, logoState } from "../../build/pipeline/brand.ts";
import { temporaryFolder } from "../support/temporary.ts";

const folder = temporaryFolder();
const parse = (site: object) => parseConfig(JSON.stringify({ site }), join(folder, "q.json"));

function fileOf(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return name;
}

describe("the name, logo and warning service of a site", () => {
  it("are as configured, with the logo under a name that changes with it", () => {
    const warning_service = { name: "National Warning Centre", url: "https://warn.example/" };
    const given = parse({ name: "Oxbow", logo: fileOf("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"/>'), warning_service });
    const made = brandOf(given);
    expect(made?.brand).toEqual({
      name: "Oxbow",
      logo: expect.stringMatching(/^\/assets\/logo-[0-9a-f]{12}\.svg$/),
      warningService: warning_service,
    });
    expect(made?.files.map(({ path }) => `/${path}`)).toEqual([made?.brand.logo]);
    const before = logoState(given);
    fileOf("a.svg", '<svg xmlns="http://www.w3.org/2000/svg"><g/></svg>');
    expect(logoState(given)).not.toEqual(before);
    expect(brandOf(given)?.brand.logo).not.toBe(made?.brand.logo);
    const png = Buffer.from("89504e470d0a1a0a00", "hex");
    expect(brandOf(parse({ logo: fileOf("a.png", png) }))?.brand.logo).toMatch(/\.png$/);
  });

  it("have the colours in a style sheet whose name changes with them", () => {
    const made = brandOf(parse({ colours: { light: "#7a1f5c", dark: "#F0A0D8" } }));
    const [file] = made?.files ?? [];
    expect(made?.brand.style).toMatch(/^\/assets\/brand-[0-9a-f]{12}\.css$/);
    expect(`/${file?.path}`).toBe(made?.brand.style);
    expect(brandOf(parse({ colours: { light: "#7a1f5d", dark: "#F0A0D8" } }))?.brand.style).not.toBe(made?.brand.style);
  });

  it("are nothing where nothing is configured", () => {
    expect([brandOf(parseConfig("{}", "q.json")), logoState(parseConfig("{}", "q.json"))]).toEqual([undefined, null]);
  });

  it.each([
    ["is neither SVG nor PNG", fileOf("page.svg", "<html><svg/></html>")],
    ["has 262145 bytes", fileOf("large.svg", `<svg>${" ".repeat(262_140)}`)],
    ["cannot be read: ENOENT", "none.svg"],
  ])("are refused where the logo %s", (message, logo) => {
    expect(() => brandOf(parse({ logo }))).toThrow(message);
  });

  it.each([
    [{ warning_service: { name: "X", url: "javascript:alert(1)" } }, "site.warning_service.url must be an https: or http: URL"],
    [{ warning_service: { name: "X" } }, "site.warning_service.url must be an https: or http: URL"],
    [{ nam: "X" }, "site.nam is unknown (did you mean name?)"],
    [{ name: "" }, "site.name must be text"],
    [{ colours: { light: "#0b5c6b" } }, "site.colours.dark must be a colour such as #0b5c6b"],
    [{ colours: { light: "red", dark: "#7cc4d2" } }, "site.colours.light must be a colour such as #0b5c6b"],
    [
      { colours: { light: "#7cc4d2", dark: "#7cc4d2" } },
      "site.colours.light has a contrast of 1.8 with a light page; readable text needs 4.5 or more",
    ],
    [{ colours: { light: "#0b5c6b", dark: "#0b5c6b" } }, "site.colours.dark has a contrast of 2."],
  ])("are refused as %j", (site, message) => {
    expect(() => parse(site)).toThrow(message);
  });
});
