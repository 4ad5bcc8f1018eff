/** The part of http-server 14.1.1 that is used here; its published types describe only the whole server. */
declare module "http-server/lib/core/index.js" {
  interface MiddlewareOptions {
    /** The folder that is served. */
    root: string;
    /** Whether folders without an index are listed. */
    showDir: boolean;
    /** Seconds. */
    cache: number;
    /** Whether pages of other sites may read the files. */
    cors: boolean;
    /** Whether a file beside it, with `.gz` at the end, is sent in place of a file. */
    gzip: boolean;
  }

  export default function createMiddleware(options: MiddlewareOptions): import("node:http").RequestListener;
}
