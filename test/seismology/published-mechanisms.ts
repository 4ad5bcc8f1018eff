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

/** Solutions as the Global CMT catalogue prints them: tensor; planes; the T, N and P axes as azimuth and plunge. */
export const GLOBAL_CMT = [
  "C200501010120A; 0.838 -0.005 -0.833 1.050 -0.369 0.044; 9 29 142; 133 72 66; 12 56; 140 23; 241 24",
  "C200501010142A; -1.310 2.320 -1.010 0.013 -2.570 1.780; 282 48 -23; 28 73 -136; 149 16; 44 43; 254 43",
  "C200507010348A; -0.120 -0.572 0.693 0.820 -0.199 -2.460; 187 72 1; 97 89 162; 51 13; 276 72; 144 12",
  "C200604092050A; 4.180 -1.700 -2.480 -1.050 -2.410 -2.280; 49 30 106; 211 61 81; 100 73; 216 8; 308 15",
].map((line) => {
  const [code = "", elements = "", ...parts] = line.split("; ");
  const [mrr = 0, mtt = 0, mpp = 0, mrt = 0, mrp = 0, mtp = 0] = elements.split(" ").map(Number);
  return { code, tensor: { mrr, mtt, mpp, mrt, mrp, mtp }, planes: parts.slice(0, 2), axes: parts.slice(2) };
});

/** The planes of first motions and of radiation in the corpus, one pair of each solution. */
export function publishedPlanes(): { code: string; planes: NodalPlane[] }[] {
  const all = corpusDetails().flatMap(([, { properties }]) => properties.products["focal-mechanism"] ?? []);
  return [...new Map(all.map(({ code, properties = {} }) => [code, { code, planes: planesOf(properties) ?? [] }])).values()];
}

/** The Global CMT solution of the Tōhoku earthquake of 11 March 2011 (201103110546A), in 10²² N m. */
export const TOHOKU: MomentTensor = { mrr: 1.73, mtt: -0.281, mpp: -1.45, mrt: 2.12, mrp: 4.55, mtp: -0.657 };

/** The scalar moment: the root of half the sum of the squares (Silver & Jordan 1982, Geophys. J. R. astr. Soc. 70, 755). */
export function scalarMoment({ mrr, mtt, mpp, mrt, mrp, mtp }: MomentTensor): number {
  return Math.sqrt((mrr ** 2 + mtt ** 2 + mpp ** 2) / 2 + mrt ** 2 + mrp ** 2 + mtp ** 2);
}
