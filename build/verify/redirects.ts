import { fileOf } from "../contract/table/paths.ts";
import type { Fault } from "../tree/fault.ts";
import type { LinkedTree } from "./links.ts";

const DETAILS = "api/v1/earthquakes/";

/**
 * Whether every id and every former slug of an earthquake leads to a detail that is there, and every detail is led to: hosts
 * redirect by the ids, so that a detail that no id leads to is never found.
 */
export function redirectFaults({ snapshot, files }: LinkedTree): Fault[] {
  const { ids, record } = snapshot;
  const shard = record.shards.ids;
  const lines = [...ids.text.matchAll(/^([a-z0-9-]+) (.*)$/gm)].map(([, id = "", target = ""]) => ({ id, target }));
  const events = lines.filter(({ target }) => !/^[>!]/.test(target));
  const known = new Set(events.map(({ id }) => id));
  const lost = lines.filter(({ target }) => target.startsWith(">") && !known.has(target.slice(1)));
  // Of those that are packed each pack is looked at by itself.
  const details = new Map(
    events
      .filter(({ target }) => !target.startsWith("="))
      .map(({ id, target }) => [fileOf(`/${DETAILS}${target}${id}/`), id]),
  );
  const absent = [...details].filter(([path]) => !files.has(path));
  const unfound = [...files.keys()].filter((path) => path.startsWith(DETAILS) && !details.has(path));
  return [
    ...lost.map(({ id, target }) => fault(shard, `redirects ${id} to ${target.slice(1)}, which is no earthquake`)),
    ...absent.map(([path, id]) => fault(shard, `leads from ${id} to ${path}, which is not in the tree`)),
    ...unfound.map((path) => fault(path, "is the detail of an earthquake that no id leads to")),
  ];
}

function fault(path: string, message: string): Fault {
  return { path, kind: "link", message };
}
