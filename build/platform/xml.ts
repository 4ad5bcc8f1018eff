/** Text of an element or an attribute. What XML 1.0 cannot hold (section 2.2: control characters, lone surrogates) becomes U+FFFD. */
export function xmlText(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "\u{fffd}")
    .replace(/[&<>"\r\n\t]/g, (letter) => ESCAPES[letter] ?? letter);
}

/** Line ends too: a parser makes a blank of them in an attribute, and a line feed of a carriage return. */
const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "\r": "&#13;",
  "\n": "&#10;",
  "\t": "&#9;",
};
