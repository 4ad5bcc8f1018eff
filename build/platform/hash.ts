import { hash } from "node:crypto";

/** SHA-256 as 64 hex digits. */
export function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes);
}
