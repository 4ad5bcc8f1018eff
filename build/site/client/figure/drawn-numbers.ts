import type { NumberRows } from "../../charts/plot.ts";

/** The numbers of figures that a script draws, by the parts of the page that hold the figures. */
export const DRAWN_NUMBERS = new WeakMap<Element, () => NumberRows>();
