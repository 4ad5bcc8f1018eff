import type { MomentTensor, NodalPlane } from "../../build/seismology/moment-tensor.ts";
import { corpusDetails } from "../support/corpus.ts";

/** A tensor as published, with the products' other values: texts. */
export interface PublishedMechanism {
  code: string;
  tensor: MomentTensor;
  properties: Record<string, string>;
}

const ELEMENTS = ["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"] as const;

/** The tensors of the corpus, one of each solution: W-phase, body-wave, regional and centroid ones of four networks. */
export function publishedMechanisms(): PublishedMechanism[] {
  const all = corpusDetails().flatMap(([, { properties }]) => properties.products["moment-tensor"] ?? []);
  const known = new Map(all.map(({ code, properties = {} }) => [code, { code, properties, tensor: tensorOf(properties) }]));
  return [...known.values()].filter(({ properties }) => properties["tensor-mrr"] !== undefined);
}

function tensorOf(properties: Record<string, string>): MomentTensor {
  return Object.fromEntries(ELEMENTS.map((name) => [name, Number(properties[`tensor-${name}`])])) as unknown as MomentTensor;
}

/** The planes of a product; undefined where it has none. */
export function planesOf(properties: Record<string, string>): NodalPlane[] | undefined {
  if (properties["nodal-plane-1-strike"] === undefined) return undefined;
  const value = (plane: number, name: string) => Number(properties[`nodal-plane-${plane}-${name}`]);
  return [1, 2].map((plane) => ({ strike: value(plane, "strike"), dip: value(plane, "dip"), rake: value(plane, "rake") }));
}

/** The Global CMT solution of the Tōhoku earthquake of 11 March 2011 (201103110546A), in 10²² N m. */
export const TOHOKU: MomentTensor = { mrr: 1.73, mtt: -0.281, mpp: -1.45, mrt: 2.12, mrp: 4.55, mtp: -0.657 };
