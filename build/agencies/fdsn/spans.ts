/** From an instant to a later one, both included, ms since 1970 UTC. */
export interface Span {
  from: number;
  to: number;
}

/** Returns the same spans, with adjacent and overlapping ones joined; oldest first. Pure. */
export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** The gaps between spans that `joinSpans` has made. */
export function gapsBetween(spans: readonly Span[]): Span[] {
  return spans.slice(1).map(({ from }, at) => ({ from: spans[at]?.to ?? from, to: from }));
}
