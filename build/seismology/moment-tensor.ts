const RADIAN = Math.PI / 180;

export type Vector = readonly [north: number, east: number, down: number];

/** A symmetric moment tensor in the usual axes: r up, t (theta) south, p (phi) east. Newton metres, or relative values. */
export interface MomentTensor {
  mrr: number;
  mtt: number;
  mpp: number;
  mrt: number;
  mrp: number;
  mtp: number;
}

/** A nodal plane, degrees: strike 0 to 360, dip 0 to 90 to the right of the strike, rake -180 to 180 (Aki & Richards 2002, 4.5). */
export interface NodalPlane {
  strike: number;
  dip: number;
  rake: number;
}

/** A principal axis: its direction, degrees, and the eigenvalue of the tensor in its unit. */
export interface Axis {
  azimuth: number;
  /** Below the horizontal, 0 to 90. */
  plunge: number;
  value: number;
}

/** The tensor as rows of a matrix with axes north, east, down (Aki & Richards 2002, box 4.4). */
function matrixOf({ mrr, mtt, mpp, mrt, mrp, mtp }: MomentTensor): number[][] {
  return [
    [mtt, -mtp, mrt],
    [-mtp, mpp, -mrp],
    [mrt, -mrp, mrr],
  ];
}

interface Principal {
  value: number;
  vector: Vector;
}

/** The eigenvalues and unit eigenvectors, the largest value (T) first, then N and P. By Jacobi's rotations. */
export function principalAxes(tensor: MomentTensor): readonly [t: Principal, n: Principal, p: Principal] {
  const a = matrixOf(tensor);
  const v = [0, 1, 2].map((row) => [0, 1, 2].map((column) => (row === column ? 1 : 0)));
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    for (const [p, q] of PAIRS) rotate(a, v, p, q);
  }
  const found = [0, 1, 2].map((at): Principal => ({ value: cell(a, at, at), vector: [cell(v, 0, at), cell(v, 1, at), cell(v, 2, at)] }));
  const [t, n, p] = found.toSorted((one, other) => other.value - one.value) as [Principal, Principal, Principal];
  return [t, n, p];
}

/** The method converges quadratically: a 3 × 3 matrix is diagonal to the last digit after six turns. */
const MOST_TURNS = 12;
const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
] as const;

function cell(matrix: readonly number[][], row: number, column: number): number {
  return (matrix[row] as number[])[column] as number;
}

/** Makes the element p, q of a zero, and turns v likewise. */
function rotate(a: number[][], v: number[][], p: number, q: number): void {
  const off = cell(a, p, q);
  if (off === 0) return;
  const angle = 0.5 * Math.atan2(2 * off, cell(a, q, q) - cell(a, p, p));
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  for (const matrix of [a, v]) {
    for (const row of matrix)
      [row[p], row[q]] = [c * (row[p] as number) - s * (row[q] as number), s * (row[p] as number) + c * (row[q] as number)];
  }
  const [rowP, rowQ] = [[...(a[p] as number[])], [...(a[q] as number[])]];
  a[p] = rowP.map((value, at) => c * value - s * (rowQ[at] as number));
  a[q] = rowQ.map((value, at) => s * (rowP[at] as number) + c * value);
}

/** The azimuth and plunge of the lower end of a principal axis. */
export function axisOf({ value, vector }: Principal): Axis {
  const [north, east, down] = vector[2] < 0 ? flipped(vector) : vector;
  const azimuth = Math.atan2(east, north) / RADIAN;
  return { azimuth: (azimuth + 360) % 360, plunge: Math.asin(Math.min(1, down)) / RADIAN, value };
}

/** The tensor of a slip of unit moment on a plane (Aki & Richards 2002, box 4.4). */
export function doubleCouple({ strike, dip, rake }: NodalPlane): MomentTensor {
  const [s, d, r] = [strike * RADIAN, dip * RADIAN, rake * RADIAN];
  const { sin, cos } = Math;
  return {
    mrr: sin(2 * d) * sin(r),
    mtt: -(sin(d) * cos(r) * sin(2 * s) + sin(2 * d) * sin(r) * sin(s) ** 2),
    mpp: sin(d) * cos(r) * sin(2 * s) - sin(2 * d) * sin(r) * cos(s) ** 2,
    mrt: -(cos(d) * cos(r) * cos(s) + cos(2 * d) * sin(r) * sin(s)),
    mrp: cos(d) * cos(r) * sin(s) - cos(2 * d) * sin(r) * cos(s),
    mtp: -(sin(d) * cos(r) * cos(2 * s) + 0.5 * sin(2 * d) * sin(r) * sin(2 * s)),
  };
}

/**
 * The two nodal planes of the best double couple: their normals halve the angles between the T and P axes (Jost & Herrmann 1989,
 * Seismol. Res. Lett. 60, 37).
 */
export function nodalPlanes(tensor: MomentTensor): readonly [NodalPlane, NodalPlane] {
  const [t, , p] = principalAxes(tensor);
  const half = (sign: 1 | -1) => t.vector.map((one, at) => (one + sign * (p.vector[at] as number)) * Math.SQRT1_2) as unknown as Vector;
  const [a, b] = [half(1), half(-1)];
  return [planeOf(a, b), planeOf(b, a)];
}

/** The plane of a normal and a slip (Aki & Richards 2002, equations 4.88 and 4.89). */
function planeOf(normal: Vector, slip: Vector): NodalPlane {
  // The normal points from the foot wall to the hanging wall, upwards.
  const [n, d] = normal[2] > 0 ? [flipped(normal), flipped(slip)] : [normal, slip];
  const dip = Math.acos(Math.max(-1, -n[2]));
  const strike = Math.atan2(-n[0], n[1]);
  const along = d[0] * Math.cos(strike) + d[1] * Math.sin(strike);
  // Of a horizontal plane every strike is one; the slip then gives the rake.
  const up = Math.sin(dip) > LEVEL ? -d[2] / Math.sin(dip) : d[0] * Math.sin(strike) - d[1] * Math.cos(strike);
  return { strike: (strike / RADIAN + 360) % 360, dip: dip / RADIAN, rake: Math.atan2(up, along) / RADIAN };
}

const LEVEL = 1e-6;

function flipped([north, east, down]: Vector): Vector {
  return [-north, -east, -down];
}

/** The share of the double couple, 0 to 1: 1 - 2|ε|, ε of the deviatoric part (Dziewonski et al. 1981, J. Geophys. Res. 86, 2825). */
export function doubleCoupleShare(tensor: MomentTensor): number {
  const values = principalAxes(tensor).map(({ value }) => value);
  const mean = values.reduce((sum, value) => sum + value, 0) / 3;
  const sizes = values.map((value) => Math.abs(value - mean)).toSorted((a, b) => a - b);
  const [least, , most] = sizes as [number, number, number];
  return most === 0 ? 0 : Math.max(0, 1 - (2 * least) / most);
}
