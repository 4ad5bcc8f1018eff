import type { Colour, Look } from "./points/layer.ts";

const NAMES = [
  "sea",
  "land",
  "border",
  "name",
  "ground",
  "ink",
  "accent",
  "shallow",
  "intermediate",
  "deep",
  "convergent",
  "divergent",
  "transform",
] as const;

/** The colours of the theme in use, as CSS has them: `rgb(…)`. */
export type Palette = Readonly<Record<(typeof NAMES)[number], string>>;

/** The colours of a part of the page, from its style sheet. They follow the theme, so they are asked for again with it. */
export function paletteOf(part: HTMLElement): Palette {
  const probe = document.createElement("span");
  part.append(probe);
  const colours = NAMES.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours) as Palette;
}

export function lookOf(palette: Palette): Look {
  const { shallow, intermediate, deep, ink } = palette;
  return {
    shallow: channels(shallow),
    intermediate: channels(intermediate),
    deep: channels(deep),
    ink: channels(ink),
  };
}

/** @param colour `rgb(181, 70, 29)` or `color(srgb 0.7 0.27 0.11)` */
function channels(colour: string): Colour {
  const [red = 0, green = 0, blue = 0] = (colour.match(/-?[\d.]+/g) ?? []).map(Number);
  const most = colour.startsWith("rgb") ? 255 : 1;
  return [red / most, green / most, blue / most];
}

/** Calls back when the reader or the device changes the theme. */
export function watchTheme(changed: () => void): void {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  new MutationObserver(changed).observe(document.documentElement, { attributeFilter: ["data-theme"] });
}
