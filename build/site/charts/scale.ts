/**
 * How deep an earthquake is, in the classes of seismology: to 70 km, to 300 km, and below (USGS, "Determining the depth of an
 * earthquake").
 */
export type DepthClass = "shallow" | "intermediate" | "deep";

/** Where intermediate and deep begin, km. */
const DEPTH_BOUNDS = { intermediate: 70, deep: 300 } as const;

/** @param depthKm below the sea's surface; may be negative for a shock inside a mountain */
export function depthClass(depthKm: number): DepthClass {
  if (depthKm < DEPTH_BOUNDS.intermediate) return "shallow";
  return depthKm < DEPTH_BOUNDS.deep ? "intermediate" : "deep";
}

/** The shape is the second cue beside the colour. */
const DEPTH_SHAPES = { shallow: "circle", intermediate: "diamond", deep: "triangle" } as const;

/**
 * One magnitude less is a third less wide: the area of 5 is some 5 times that of 3, so that a great earthquake stands out and a
 * small one is still visible.
 */
const GROWTH = 1.5;

/** @returns radius in units of a magnitude-2 earthquake's; it grows by half with each magnitude */
export function magnitudeRadius(magnitude: number): number {
  return GROWTH ** (magnitude - 2);
}

/**
 * The outline of an earthquake's mark as the `d` of an SVG path; each shape has the area of the circle of that radius, so
 * that no depth looks stronger than another.
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
  // Equilateral, point down: side = r · sqrt(4π / √3).
  const side = radius * Math.sqrt((4 * Math.PI) / Math.sqrt(3));
  const height = (side * Math.sqrt(3)) / 2;
  return `M${formatPx(x - side / 2)} ${formatPx(y - height / 3)}l${formatPx(side)} 0l${formatPx(-side / 2)} ${formatPx(height)}z`;
}

/** A coordinate of a path: hundredths of a pixel are seen by nobody. */
function formatPx(pixels: number): string {
  return String(Math.round(pixels * 100) / 100);
}
