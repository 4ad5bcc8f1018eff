import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs one of GDAL's programs; it must succeed and complain of nothing. */
async function gdal(program: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, no_proxy: "127.0.0.1", CPL_DEBUG: "OFF" };
  const { stdout, stderr } = await run(program, args, { env, maxBuffer: 1 << 26 });
  if (stderr !== "") throw new Error(`${program} complained: ${stderr}`);
  return stdout;
}

/** What `ogrinfo` tells of the only layer of a document. */
export interface Layer {
  driver: string;
  geometry: string;
  count: number;
  /** West, south, east, north in degrees; null of no feature. */
  extent: number[] | null;
  crs: string;
  /** Type of each field by its name. */
  fields: Record<string, string>;
}

/**
 * @param source an address or a path
 * @param options such as a spatial filter
 */
export async function layerOf(source: string, ...options: string[]): Promise<Layer> {
  const text = await gdal("ogrinfo", ["-ro", "-al", "-so", ...options, source]);
  const told = (pattern: RegExp): string => pattern.exec(text)?.[1] ?? "";
  const extent = told(/^Extent: (.*)$/m);
  const fields = text.slice(text.lastIndexOf("Data axis to CRS axis mapping")).matchAll(/^(\w+): (\S+) \(/gm);
  return {
    driver: told(/using driver `(\w+)'/),
    geometry: told(/^Geometry: (.*)$/m),
    count: Number(told(/^Feature Count: (\d+)$/m)),
    extent: extent ? (extent.match(/-?[\d.]+/g) ?? []).map(Number) : null,
    crs: told(/^GEOGCRS\["([^"]*)"/m),
    fields: Object.fromEntries(Array.from(fields, ([, name, type]) => [name, type])),
  };
}

/** A document as GDAL writes it again by RFC 7946: cut at the antimeridian, wound to the right, numbers unabridged. */
export async function rewritten(source: string): Promise<unknown> {
  const options = ["-lco", "RFC7946=YES", "-lco", "COORDINATE_PRECISION=12", "-lco", "WRITE_BBOX=NO"];
  return JSON.parse(await gdal("ogr2ogr", ["-f", "GeoJSON", ...options, "/vsistdout/", source]));
}
