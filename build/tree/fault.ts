/** What is wrong with one file. */
export interface Fault {
  path: string;
  /** What kind of fault, for scripts. */
  kind: "missing" | "changed" | "variant" | "stray" | "record" | "content" | "delta" | "link";
  /** In words, without the path. */
  message: string;
}
