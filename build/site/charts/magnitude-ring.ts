import { type Html, html } from "../html.ts";

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
