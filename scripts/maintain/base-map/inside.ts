/** Whether a point lies in a ring, even-odd; planar. */
export function isInside(ring: Float64Array, px: number, py: number): boolean {
  let inside = false;
  let x1 = ring.at(-2) as number;
  let y1 = ring.at(-1) as number;
  for (let at = 0; at < ring.length; at += 2) {
    const x0 = ring[at] as number;
    const y0 = ring[at + 1] as number;
    if (y0 > py !== y1 > py && px < ((x1 - x0) * (py - y0)) / (y1 - y0) + x0) inside = !inside;
    x1 = x0;
    y1 = y0;
  }
  return inside;
}
