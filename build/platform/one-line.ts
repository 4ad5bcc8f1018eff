/** Text from elsewhere as one line: runs of blanks, control and format characters become one blank. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{C}]+/gu, " ").trim();
}
