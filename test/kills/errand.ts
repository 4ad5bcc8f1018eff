/** What a child is told to do. */
export type Errand = {
  /** Before which of its changes it kills itself; never where it is not said. */
  dieAt?: number;
  /** In the middle of that change rather than before it, where it has a middle. */
  half?: boolean;
} & ({ work: "copy"; from: string; out: string } | { work: "publish"; address: string; endpoint: string; trees: readonly string[] });
