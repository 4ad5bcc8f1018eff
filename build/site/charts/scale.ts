import { type Html, html } from "../html.ts";

/** The depth class of an earthquake: down to 70 km, down to 300 km, and deeper (USGS, "Determining the depth of an earthquake"). */
type DepthClass = "shallow" | "intermediate" | "deep";

/** The depths at which the classes "intermediate" and "deep" begin, km. */
const DEPTH_BOUNDS = { intermediate: 70, deep: 300 } as const;

/** Earthquakes above this depth are shallow, km. */
export const SHALLOW_KM = DEPTH_BOUNDS.intermediate;

/** @param depthKm below sea level; may be negative for an earthquake inside a mountain */
export function depthClass(depthKm: number): DepthClass {
  if (depthKm < DEPTH_BOUNDS.intermediate) return "shallow";
  return depthKm < DEPTH_BOUNDS.deep ? "intermediate" : "deep";
}

/** The shape shows the depth without colour, for readers who cannot distinguish the colours. */
const DEPTH_SHAPES = { shallow: "circle", intermediate: "diamond", deep: "triangle" } as const;

/**
 * Factor of the radius for each magnitude. A magnitude 5 has about 5 times the area of a magnitude 3, so that a great
 * earthquake is conspicuous and a small one is still visible.
 */
const GROWTH = 1.5;

/** Marks of smaller earthquakes would be too small to see on a map of the world. */
export const SMALLEST_ON_WORLD = 2.5;

/** @returns the radius, as a multiple of the radius of a magnitude 2 */
export function magnitudeRadius(magnitude: number): number {
  return GROWTH ** (magnitude - 2);
}

/**
 * The outline of an earthquake's mark as the `d` attribute of an SVG path. All shapes have the area of a circle of the given
 * radius, so that no depth class looks stronger than another.
 *
 * @param x, y centre
 */
export function markPath(shape: DepthClass, x: number, y: number, radius: number): string {
  if (DEPTH_SHAPES[shape] === "circle") {
    const half = (width: number) => `a${formatPx(radius)} ${formatPx(radius)} 0 1 0 ${formatPx(width)} 0`;
    return `M${formatPx(x - radius)} ${formatPx(y)}${half(2 * radius)}${half(-2 * radius)}z`;
  }
  if (DEPTH_SHAPES[shape] === "diamond") {
    const half = radius * Math.sqrt(Math.PI / 2);
    const [there, back] = [formatPx(half), formatPx(-half)];
    return `M${formatPx(x)} ${formatPx(y - half)}l${there} ${there}l${back} ${there}l${back} ${back}z`;
  }
  // An equilateral triangle that points down: side = r · sqrt(4π / √3).
  const side = radius * Math.sqrt((4 * Math.PI) / Math.sqrt(3));
  const height = (side * Math.sqrt(3)) / 2;
  return `M${formatPx(x - side / 2)} ${formatPx(y - height / 3)}l${formatPx(side)} 0l${formatPx(-side / 2)} ${formatPx(height)}z`;
}

/** The icon of an earthquake's depth class, in the size of the text beside it; an empty circle if the depth is unknown. */
export function markIcon({ depthKm }: { depthKm: number | null }): Html {
  const shape = depthKm === null ? "shallow" : depthClass(depthKm);
  const name = depthKm === null ? "unknown" : shape;
  return html`<svg class="icon" viewBox="-8 -8 16 16" aria-hidden="true"><path class="mark ${name}" d="${markPath(shape, 0, 0, 5)}"/>
</svg>`;
}

/** Formats a coordinate of a path. Less than a hundredth of a pixel is invisible. */
function formatPx(pixels: number): string {
  return String(Math.round(pixels * 100) / 100);
}

/** Half the side of the drawing. A ring of radius 1.3 is a magnitude 4; each unit more is 1.62 times as large, up to magnitude 8.9. */
const HALF = 14;
const RING = { radius: 1.3, magnitude: 4, growth: 1.62, most: 8.9 } as const;

/** A ring that grows with the magnitude; the empty place of one if that is unknown. */
export function magnitudeRing(magnitude: number | null): Html {
  const size = RING.radius * RING.growth ** (Math.min(magnitude ?? 0, RING.most) - RING.magnitude);
  return html`<svg class="grade" viewBox="-${HALF} -${HALF} ${2 * HALF} ${2 * HALF}" aria-hidden="true">${
    magnitude === null ? null : html`<circle r="${Math.max(0.8, size).toFixed(1)}"/>`
  }</svg>`;
}
