/** The used part of geojson-validation 1.0.2. The package has no types. */
declare module "geojson-validation" {
  /** With `trace` it returns the list of errors; undefined or empty if there are none. */
  export function isFeature(feature: object, trace: true): string[] | undefined;
}

/** The used part of http-server 14.1.1. Its published types describe only the whole server. */
declare module "http-server/lib/core/index.js" {
  interface MiddlewareOptions {
    /** The folder that is served. */
    root: string;
    /** Whether folders without an index are listed. */
    showDir: boolean;
    /** Caching time, s. */
    cache: number;
    /** Whether pages of other origins may read the files. */
    cors: boolean;
    /** Whether a file with the same name and `.gz` at the end is sent instead. */
    gzip: boolean;
  }

  export default function createMiddleware(options: MiddlewareOptions): import("node:http").RequestListener;
}
