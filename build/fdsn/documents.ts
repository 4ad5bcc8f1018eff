import { xmlText } from "../platform/text.ts";
import type { Archive } from "./archive/reader.ts";
import { PARAMETERS } from "./parameter-table.ts";
import { SERVICE_PATH, SERVICE_VERSION } from "./path.ts";

/** The documents `catalogs` and `contributors`. They have no namespace, because ObsPy cannot read them with one. */
export function namesXml(list: string, item: string, names: readonly string[]): string {
  const items = names.map((name) => `<${item}>${xmlText(name)}</${item}>`).join("");
  return `<?xml version="1.0"?>\n<${list}>${items}</${list}>\n`;
}

/**
 * The words of the archive, as at the USGS, and the times for which it is complete, as `CompleteSpan`s: with them a program need not
 * ask for a window that is refused.
 */
export function applicationJson({ words, complete }: Pick<Archive, "words" | "complete">): string {
  const { catalogs, contributors, types, magnitudeTypes } = words;
  return JSON.stringify({ catalogs, contributors, producttypes: [], eventtypes: types, magnitudetypes: magnitudeTypes, complete });
}

/**
 * The service description (WADL) for ObsPy, QQuake and pyrocko. It differs from the USGS document, which lists `minlongitude`
 * twice and lacks some parameters. The base is a path, because the files do not depend on the host.
 */
export function wadl(): string {
  const params = Object.entries(PARAMETERS).map(([name, { type, options }]) => {
    const choices = (options ?? []).map((value) => `<option value="${value}"/>`).join("");
    const open = `<param name="${name}" style="query" type="${type}"`;
    return choices === "" ? `${open}/>` : `${open}>${choices}</param>`;
  });
  const method = (path: string, type: string, request = "") =>
    `<resource path="${path}"><method name="GET" id="${path}">${request}` +
    `<response status="200"><representation mediaType="${type}"/></response></method></resource>\n`;
  return (
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<application xmlns="http://wadl.dev.java.net/2009/02" xmlns:xs="http://www.w3.org/2001/XMLSchema">\n' +
    `<resources base="${SERVICE_PATH}/">\n` +
    method("query", "application/xml", `<request>${params.join("")}</request>`) +
    method("catalogs", "application/xml") +
    method("contributors", "application/xml") +
    method("version", "text/plain") +
    method("application.wadl", "application/xml") +
    "</resources>\n</application>\n"
  );
}

/** The text at the root of the service, for people. */
export function usage(): string {
  return (
    `Quaketree FDSN event service ${SERVICE_VERSION}\n\n` +
    ["query", "count", "version", "catalogs", "contributors", "application.wadl", "application.json"]
      .map((name) => `${SERVICE_PATH}/${name}\n`)
      .join("") +
    "\nParameters of query and count:\n" +
    Object.entries(PARAMETERS)
      .map(([name, parameter]) => `${name}${"alias" in parameter ? ` (${parameter.alias})` : ""}\n`)
      .join("")
  );
}
