/** A fault of one file. */
export interface Fault {
  path: string;
  /** The kind of fault, for scripts. */
  kind: "missing" | "changed" | "variant" | "stray" | "record" | "content" | "delta" | "link";
  /** Without the path. */
  message: string;
}
