/** By what the agencies tell one process from another: it stands in the User-Agent. */
export function contactOf(pid: number): string {
  return `process-${pid}@storm.example`;
}
