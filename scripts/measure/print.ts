/** Prints a line of a measurement. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
