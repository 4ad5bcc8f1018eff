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

/** Solutions as the Global CMT catalogue prints them: tensor, planes, and the T, N and P axes as azimuth and plunge. */
export const GLOBAL_CMT = [
  {
    code: "C200501010120A",
    tensor: { mrr: 0.838, mtt: -0.005, mpp: -0.833, mrt: 1.05, mrp: -0.369, mtp: 0.044 },
    planes: ["9 29 142", "133 72 66"],
    axes: ["12 56", "140 23", "241 24"],
  },
  {
    code: "C200501010142A",
    tensor: { mrr: -1.31, mtt: 2.32, mpp: -1.01, mrt: 0.013, mrp: -2.57, mtp: 1.78 },
    planes: ["282 48 -23", "28 73 -136"],
    axes: ["149 16", "44 43", "254 43"],
  },
  {
    code: "C200507010348A",
    tensor: { mrr: -0.12, mtt: -0.572, mpp: 0.693, mrt: 0.82, mrp: -0.199, mtp: -2.46 },
    planes: ["187 72 1", "97 89 162"],
    axes: ["51 13", "276 72", "144 12"],
  },
  {
    code: "C200604092050A",
    tensor: { mrr: 4.18, mtt: -1.7, mpp: -2.48, mrt: -1.05, mrp: -2.41, mtp: -2.28 },
    planes: ["49 30 106", "211 61 81"],
    axes: ["100 73", "216 8", "308 15"],
  },
] as const;

/** The planes of first motions and of radiation in the corpus, one pair of each solution. */
export function publishedPlanes(): { code: string; planes: NodalPlane[] }[] {
  const all = corpusDetails().flatMap(([, { properties }]) => properties.products["focal-mechanism"] ?? []);
  return [...new Map(all.map(({ code, properties = {} }) => [code, { code, planes: planesOf(properties) ?? [] }])).values()];
}

/** The Global CMT solution of the Tōhoku earthquake of 11 March 2011 (201103110546A), in 10²² N m. */
export const TOHOKU: MomentTensor = { mrr: 1.73, mtt: -0.281, mpp: -1.45, mrt: 2.12, mrp: 4.55, mtp: -0.657 };
