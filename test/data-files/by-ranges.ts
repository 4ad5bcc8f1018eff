import { brotliDecompressSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { asyncBufferFromUrl, parquetMetadataAsync, parquetReadObjects } from "hyparquet";

/** The metadata of nearly every file of a year is in so many last bytes. */
const FOOTER = 16_384;

/**
 * Counts earthquakes by country over all files of the list of a host, reading parts of them.
 *
 * @param base address of the host, without a slash at the end
 * @returns the counts by ISO 3166-1 alpha-2, and the bytes of all answers
 */
export async function countByRanges(base: string): Promise<{ counts: Map<string, number>; bytes: number }> {
  let bytes = 0;
  const counted: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    const body = await response.arrayBuffer();
    bytes += body.byteLength;
    return new Response(body, { status: response.status });
  };
  const list = await (await counted(`${base}/data/earthquakes.files.csv`)).text();
  const counts = new Map<string, number>();
  for (const { file: name, bytes: size } of parse<Record<string, string>>(list, { columns: true })) {
    const file = await asyncBufferFromUrl({ url: `${base}/data/${name}`, byteLength: Number(size), fetch: counted });
    const metadata = await parquetMetadataAsync(file, { initialFetchSize: FOOTER });
    const compressors = { BROTLI: (packed: Uint8Array) => brotliDecompressSync(packed) };
    for (const { country } of await parquetReadObjects({ file, metadata, columns: ["country"], compressors })) {
      if (typeof country === "string") counts.set(country, (counts.get(country) ?? 0) + 1);
    }
  }
  return { counts, bytes };
}
