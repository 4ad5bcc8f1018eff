/** The languages in which the reference shows a request. */
export const REQUEST_LANGUAGES = ["curl", "JavaScript", "Python", "R"] as const;

export type RequestLanguage = (typeof REQUEST_LANGUAGES)[number];

/**
 * Path and query of a request.
 *
 * @param path with `{name}` for each path parameter
 * @param values of the parameters by name; empty values are left out of the query
 */
export function requestTarget(path: string, values: Readonly<Record<string, string>>): string {
  const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  const given = new URLSearchParams(Object.entries(values).filter(([name, value]) => !inPath.has(name) && value !== ""));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodedSegment(values[name] ?? ""));
  const query = given.toString();
  return query === "" ? filled : `${filled}?${query}`;
}

/** `'` is encoded too, because the code for a shell quotes the address with it. */
function encodedSegment(text: string): string {
  return encodeURIComponent(text).replaceAll("'", "%27");
}

/** The code of a request. @param url absolute, percent-encoded, without quotes */
export function requestCode(language: RequestLanguage, url: string): string {
  switch (language) {
    case "curl":
      return `curl -s '${url}'`;
    case "JavaScript":
      return `const response = await fetch("${url}");
if (!response.ok) throw new Error((await response.json()).detail);
const answer = await response.json();`;
    case "Python":
      return `import json, urllib.request

with urllib.request.urlopen("${url}") as response:
    answer = json.load(response)`;
    case "R":
      return `# install.packages("jsonlite")
answer <- jsonlite::fromJSON("${url}")`;
  }
}
