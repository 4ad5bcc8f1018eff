import { hash } from "node:crypto";

/** SHA-256 as 64 hex digits. */
export function sha256(bytes: Uint8Array | string): string {
  return hash("sha256", bytes);
}

/** 132 bits of a SHA-256 as 22 characters: identifies one of many lines. */
export function hashOfLine(line: string): string {
  return hash("sha256", line, "base64").slice(0, 22);
}

/** Identifies values of JSON, in their order: 32 hex digits. */
export function hashOfValues(values: readonly unknown[]): string {
  const text = JSON.stringify(values);
  // A function for each value takes several times as long.
  return hash("sha256", INEXACT.test(text) ? JSON.stringify(values, exactNumbers) : text).slice(0, 32);
}

/** What JSON writes for a number that it does not distinguish from another value; also finds some that it does. */
const INEXACT = /[:,[](?:0|null)[,\]}]/;

/** JSON does not distinguish -0 from 0, and writes numbers that are not finite as `null`. */
function exactNumbers(_key: string, value: unknown): unknown {
  if (typeof value !== "number" || (value !== 0 && Number.isFinite(value))) return value;
  return Object.is(value, 0) ? value : `number ${Object.is(value, -0) ? "-0" : value}`;
}
