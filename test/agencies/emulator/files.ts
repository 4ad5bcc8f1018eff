import { type Answer, answer, plain, type View } from "./answer.ts";

/** Files that a server hands out as they are, by path. */
export type FilesState = Map<string, { bytes: Uint8Array; type: string }>;

export function fileAnswer(url: URL, { state, clock }: View<FilesState>): Answer {
  const file = state.get(url.pathname);
  if (file === undefined) return plain(404, "404 Not Found\n");
  return answer(200, file.type, file.bytes, { "last-modified": new Date(clock).toUTCString() });
}
