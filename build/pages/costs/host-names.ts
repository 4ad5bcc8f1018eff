import type { Month } from "./figures.ts";

/** How hosts are called on the page. */
export const HOST_NAMES: Record<Month["host"], string> = {
  cloudfront: "S3 + CloudFront",
  r2: "R2, the tree alone",
  worker: "Cloudflare Worker",
  "worker-cache": "Cloudflare Worker with Workers Cache",
};
