/** What a server says, before any fault on the way. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
}

/** How a request sees the agency: its clock and its data, after the faults that touch them. */
export interface View<State> {
  /** ms since 1970 UTC, the truth. */
  now: number;
  /** What the agency says that it is, ms since 1970 UTC; the same unless its clock runs wrong. */
  clock: number;
  state: State;
  /** What is left of a list that the agency would answer with. */
  select: <T extends { ids?: readonly string[] }>(list: readonly T[]) => T[];
  /** Whether the preferred ids are others than they were. */
  otherIds: boolean;
  /** How many rows have come to the front of a paged list since the first page. */
  drift: number;
}

/** Answers one request of one agency; undefined where there is nothing at that path. */
export type Responder<State> = (url: URL, view: View<State>) => Answer | undefined;

const encoder = new TextEncoder();

export function answer(status: number, type: string, body: string | Uint8Array, headers: Record<string, string> = {}): Answer {
  const bytes = typeof body === "string" ? encoder.encode(body) : body;
  return { status, headers: { ...(type === "" ? {} : { "content-type": type }), ...headers }, body: bytes };
}

export const JSON_TYPE = "application/json; charset=utf-8";

/** As the USGS prints it and lets caches keep it for a minute. */
export function json(value: unknown, headers: Record<string, string> = {}): Answer {
  return answer(200, JSON_TYPE, JSON.stringify(value), headers);
}

export function plain(status: number, text: string, headers: Record<string, string> = {}): Answer {
  return answer(status, "text/plain; charset=utf-8", text, headers);
}
