/**
 * Text of an element or an attribute. Characters that XML 1.0 does not allow (section 2.2: control characters, lone surrogates)
 * become U+FFFD.
 */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"\r\n\t]/g, (letter) => ESCAPES[letter] ?? letter);
}

/**
 * Line ends are escaped too: a parser replaces them with a space in an attribute, and a carriage return with a line feed elsewhere.
 */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};
