/** How deep an earthquake is, in the classes of seismology: to 70 km, to 300 km, and below (USGS, "Determining the depth of an earthquake"). */
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

/** A magnitude less is a third less wide: the area of 5 is some 5 times that of 3, so that a great one stands out and a small one is still seen. */
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
    return `M${f(x - radius)} ${f(y)}a${f(radius)} ${f(radius)} 0 1 0 ${f(2 * radius)} 0a${f(radius)} ${f(radius)} 0 1 0 ${f(-2 * radius)} 0z`;
  }
  if (DEPTH_SHAPES[shape] === "diamond") {
    const half = radius * Math.sqrt(Math.PI / 2);
    return `M${f(x)} ${f(y - half)}l${f(half)} ${f(half)}l${f(-half)} ${f(half)}l${f(-half)} ${f(-half)}z`;
  }
  // Equilateral, point down: side = r · sqrt(4π / √3).
  const side = radius * Math.sqrt((4 * Math.PI) / Math.sqrt(3));
  const height = (side * Math.sqrt(3)) / 2;
  return `M${f(x - side / 2)} ${f(y - height / 3)}l${f(side)} 0l${f(-side / 2)} ${f(height)}z`;
}

/** A coordinate of a path: hundredths of a pixel are seen by nobody. */
function f(pixels: number): string {
  return String(Math.round(pixels * 100) / 100);
}
