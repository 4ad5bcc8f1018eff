import { writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type AgencyClientSettings, type AgencyRequest, createAgencyClient, type Reply } from "../../build/platform/http/agency-client.ts";
import { folderOfFile } from "../support/temporary.ts";

export const BODY = JSON.stringify({ hello: "wörld" });
export const START = Date.UTC(2031, 4, 4, 12);
export const isWhole = (bytes: Uint8Array) => bytes.at(-1) === "}".charCodeAt(0);

/** A clock that only sleeping moves, and what was slept. */
export function world() {
  const slept: number[] = [];
  let at = START;
  return {
    slept,
    now: () => at,
    sleep: (ms: number) => {
      slept.push(ms);
      at += ms;
      return Promise.resolve();
    },
    random: () => 0,
    pass: (ms: number) => {
      at += ms;
    },
  };
}

export function asker(settings: Partial<AgencyClientSettings> = {}) {
  const { fetch } = globalThis;
  return createAgencyClient({ fetch, ...world(), timeoutMs: 2_000, maxBytes: 10_000, ...settings });
}

export async function contentOf(reply: Promise<Reply>) {
  const content = await reply;
  if (content.kind !== "content") throw new Error(`no content but ${content.kind}`);
  return { ...content.capture, status: content.status, text: new TextDecoder().decode(content.capture.bytes) };
}

export const ask = (address: string, options?: AgencyRequest, settings?: Partial<AgencyClientSettings>) =>
  contentOf(asker(settings)(address, options));

export function fileWith(name: string, content: string | Uint8Array): string {
  const file = path.join(folderOfFile(), name);
  writeFileSync(file, content);
  return pathToFileURL(file).href;
}
