/** Texts that are searched, in one string: scanning it is many times faster than asking each text. */
export interface Dictionary {
  /** All texts, folded, joined by line feeds. */
  text: string;
  /** Where each begins, and after the last one where another would. */
  start: Uint32Array;
}

/** @param texts none of them with a line feed */
export function dictionary(texts: readonly string[]): Dictionary {
  const start = new Uint32Array(texts.length + 1);
  texts.forEach((text, at) => {
    if (text.includes("\n")) throw new RangeError(`a folded text has a line feed: ${JSON.stringify(text)}`);
    start[at + 1] = (start[at] as number) + text.length + 1;
  });
  return { text: texts.join("\n"), start };
}

/** The text of a number. */
export function textAt({ text, start }: Dictionary, at: number): string {
  return text.slice(start[at], (start[at + 1] as number) - 1);
}
