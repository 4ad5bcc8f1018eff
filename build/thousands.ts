/** `-1,234,567`: the same on every machine, which `Intl` is not. @param count an integer below 1e21, or its digits */
export function thousands(count: number | string): string {
  const digits = String(count);
  const sign = digits.startsWith("-") ? 1 : 0;
  const groups: string[] = [];
  for (let end = digits.length; end > sign; end -= 3) groups.unshift(digits.slice(Math.max(end - 3, sign), end));
  return digits.slice(0, sign) + groups.join(",");
}
