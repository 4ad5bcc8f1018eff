import { idOf, type WorldEvent } from "./world.ts";

const CSV_COLUMNS =
  "time,latitude,longitude,depth,mag,magType,nst,gap,dmin,rms,net,id,updated,place,type,horizontalError,depthError,magError,magNst,status,locationSource,magSource";

/** The USGS table of 22 columns, of `format=csv`. */
export function csvTable(events: readonly WorldEvent[]): string {
  return `${CSV_COLUMNS}\n${events.map(csvRow).join("")}`;
}

function csvRow(event: WorldEvent): string {
  const { time, latitude, longitude, depthKm, mag, magType, net, updated, place, type, status } = event;
  const named = place === null ? "" : `"${place.replaceAll('"', '""')}"`;
  const cells = [iso(time), latitude, longitude, depthKm, mag, magType, "", "", "", 0.5, net, idOf(event), iso(updated)];
  return `${[...cells, named, type, "", "", "", "", status, net, net].map((cell) => cell ?? "").join(",")}\n`;
}

export interface TextQuirks {
  /** Who made the locations. */
  author: string;
  /** Specification 1.2 has a 14th column, EventType. */
  columns?: 13 | 14;
  /** Whether times end in `Z`. */
  zone?: boolean;
  /** EMSC puts blanks around it. */
  separator?: "|" | " | ";
  /** INGV writes `Depth/Km`. */
  depthHeading?: string;
}

/** The FDSN text table: 13 columns, or the 14 of event service specification 1.2. */
export function textTable(events: readonly WorldEvent[], quirks: TextQuirks): string {
  const { columns = 13, separator = "|", depthHeading = "Depth/km" } = quirks;
  const head = ["#EventID", "Time", "Latitude", "Longitude", depthHeading, "Author", "Catalog", "Contributor"];
  const tail = ["ContributorID", "MagType", "Magnitude", "MagAuthor", "EventLocationName", "EventType"];
  const rows = [[...head, ...tail], ...events.map((event) => textRow(event, quirks))];
  return rows.map((row) => `${row.slice(0, columns).join(separator)}\n`).join("");
}

function textRow(event: WorldEvent, { author, zone = false }: TextQuirks): (string | number)[] {
  const { time, latitude, longitude, depthKm, magType, mag, place, type } = event;
  const moment = iso(time).slice(0, zone ? 24 : 23);
  const id = idOf(event);
  const located = [id, moment, latitude, longitude, depthKm ?? "", author, author, author, id];
  return [...located, magType ?? "", mag ?? "", author, place ?? "", type];
}

/** QuakeML 1.2, as SeisComP writes it: identifiers below `smi`, depths in metres. */
export function quakemlDocument(events: readonly WorldEvent[]): string {
  const names = 'xmlns="http://quakeml.org/xmlns/bed/1.2" xmlns:q="http://quakeml.org/xmlns/quakeml/1.2"';
  const all = events.map(quakemlEvent).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<q:quakeml ${names}><eventParameters publicID="smi:x/y">${all}</eventParameters></q:quakeml>\n`;
}

function quakemlEvent(event: WorldEvent): string {
  const { time, updated, latitude, longitude, depthKm, magType, mag, place, type, status } = event;
  const id = `smi:org.example/${idOf(event)}`;
  const value = (name: string, content: string | number) => `<${name}><value>${content}</value></${name}>`;
  const made = `<creationInfo><creationTime>${iso(updated)}</creationTime></creationInfo>`;
  const mode = `<evaluationMode>${status === "reviewed" ? "manual" : "automatic"}</evaluationMode>`;
  const depth = depthKm === null ? "" : value("depth", depthKm * 1000);
  const size = mag === null ? "" : `<magnitude publicID="${id}/m">${value("mag", mag)}<type>${magType}</type></magnitude>`;
  return (
    `<event publicID="${id}"><type>${type}</type><description><text>${place}</text><type>region name</type></description>` +
    `<origin publicID="${id}/o">${value("time", iso(time))}${value("latitude", latitude)}${value("longitude", longitude)}${depth}${mode}${made}` +
    `</origin>${size}</event>`
  );
}

export function iso(ms: number): string {
  return new Date(ms).toISOString();
}
