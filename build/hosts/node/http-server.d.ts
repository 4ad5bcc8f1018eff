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
