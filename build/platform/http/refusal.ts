import { UserError } from "../error.ts";
import { oneLine } from "../text.ts";
import type { HttpResponse } from "./client.ts";

const LONGEST_SAYING = 160;
/** Number of bytes read from an error page: the title or the first words are at the beginning. */
const READ_OF_PAGE = 65_536;

/** The error for a status that is a refusal: address, status, text of the agency, hint. */
export async function refused(response: HttpResponse): Promise<UserError> {
  const { url } = response;
  const status = oneLine(`${response.status} ${response.statusText}`);
  const answerText = await saying(response);
  return new UserError("capture-refused", `${url.href} answered ${status}${answerText}`, hintFor(response.status, url));
}

/** The error for a successful status without data; most of these answers are web pages. */
export async function refusedType(response: HttpResponse, type: string): Promise<UserError> {
  const page = type === "text/html" || type === "application/xhtml+xml";
  const what = page ? `a web page (${type})` : type;
  const hint = page ? "has the agency moved, or does a proxy stand in between?" : "is it the address of a feed?";
  const answerText = await saying(response);
  return new UserError("capture-refused", `${response.url.href} answered with ${what}, not data${answerText}`, hint);
}

const FEED_PATH = /^\/earthquakes\/feed\//;

function hintFor(status: number, url: URL): string {
  if (status === 403 && url.search !== "" && FEED_PATH.test(url.pathname)) return "USGS feeds refuse addresses with a query string";
  if (status === 401 || status === 403) return "access denied: the agency may have blocked this machine";
  if (status === 404 || status === 410) return "has the agency moved? check the address in the configuration";
  if (status === 413) return "the agency finds that too much at once";
  if (status === 429) return "the agency wants to be asked less often";
  if (status >= 500) return "the agency has trouble of its own: try again later";
  return "check the address in the configuration, or try again later";
}

/** The title of a page, or the first words of a text, in one short line; empty if there is none. */
async function saying(response: HttpResponse): Promise<string> {
  const text = await beginning(response);
  const words = text.trimStart().startsWith("<") ? "" : oneLine(text);
  const line = pageTitle(text) ?? words;
  if (line === "") return "";
  return `: “${line.length > LONGEST_SAYING ? `${line.slice(0, LONGEST_SAYING)}…` : line}”`;
}

/** The beginning of a body. It is only quoted, so a failure to read it is ignored. */
async function beginning(response: HttpResponse): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for await (const chunk of response.chunks()) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= READ_OF_PAGE) break;
    }
  } catch {
    return text;
  }
  return text;
}

/** The first title of a page in HTML or XML, in one line; undefined if there is none. Takes linear time. */
export function pageTitle(markup: string): string | undefined {
  const title = /<title[^<>]*>([^<]+)/i.exec(markup)?.[1];
  return title === undefined ? undefined : oneLine(title);
}
