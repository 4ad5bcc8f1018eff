/** A part of a file. */
interface Part {
  path: string;
  chunk: { at: number; bytes: number };
}

/** A range of a file that is read in one operation, and the parts in it. */
export interface Run<Some extends Part> {
  path: string;
  at: number;
  bytes: number;
  parts: Some[];
}

/** A gap of at most this size is read with its neighbours: over a network a request takes longer. */
const NEAR = 65_536;

/** With more than `FEW_RUNS` runs, larger gaps are read too, the smallest first, at most `FAR` bytes of them. */
const FEW_RUNS = 4;
const FAR = 2_097_152;

/** The ranges that are read for parts of files: as few as possible, without many unused bytes. */
export function runsOf<Some extends Part>(chunks: readonly Some[]): Run<Some>[] {
  const sorted = chunks.toSorted((a, b) => (a.path === b.path ? a.chunk.at - b.chunk.at : a.path < b.path ? -1 : 1));
  const near = joined(
    sorted.map((one) => ({ path: one.path, ...one.chunk, parts: [one] })),
    NEAR,
  );
  if (near.length <= FEW_RUNS) return near;
  const gaps = near.flatMap((run, at) => gapBetween(near[at - 1], run) ?? []).toSorted((a, b) => a - b);
  let [widest, sum] = [0, 0];
  for (const gap of gaps.slice(0, near.length - FEW_RUNS)) {
    sum += gap;
    if (sum > FAR) break;
    widest = gap;
  }
  return joined(near, widest);
}

/** The bytes between two runs; undefined if they are of different files. */
function gapBetween<Some extends Part>(a: Run<Some> | undefined, b: Run<Some>): number | undefined {
  return a && a.path === b.path ? b.at - (a.at + a.bytes) : undefined;
}

function joined<Some extends Part>(sorted: readonly Run<Some>[], gap: number): Run<Some>[] {
  const runs: Run<Some>[] = [];
  for (const run of sorted) {
    const last = runs.at(-1);
    const between = gapBetween(last, run);
    if (last && between !== undefined && between <= gap) {
      last.bytes = Math.max(last.bytes, run.at + run.bytes - last.at);
      last.parts.push(...run.parts);
    } else runs.push({ ...run, parts: [...run.parts] });
  }
  return runs;
}
