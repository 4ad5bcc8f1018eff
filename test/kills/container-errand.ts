/** What a container is told to do. */
export type ContainerErrand =
  | { work: "build"; out: string; version: string; asOf: string }
  | { work: "mirror"; from: string; out: string }
  | { work: "publish"; from: string; out: string }
  | { work: "serve"; out: string };

/** A clock a day after the data. */
export const NOW = Date.parse("2018-02-08T10:20:30.000Z");
