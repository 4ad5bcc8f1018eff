import { hash } from "node:crypto";

/** SHA-256 as 64 hex digits. */
export function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes);
}

/** 132 bits of a SHA-256 as 22 characters: identifies one of many lines. */
export function hashOfLine(line: string): string {
  return hash("sha256", line, "base64").slice(0, 22);
}
