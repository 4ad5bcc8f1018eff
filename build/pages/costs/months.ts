import { type Html, html } from "../html.ts";
import { dollars, number, requestsASecond } from "./amounts.ts";
import type { Costs } from "./figures.ts";
import { HOST_NAMES } from "./host-names.ts";
import { table } from "./table.ts";

/** Each bill, line by line. */
export function aboutMonths({ months }: Costs): Html {
  return html`<section id="months"><h2>The bills</h2>
${months.map(
  ({
    host,
    rate,
    lines,
    usd,
  }) => html`<details><summary>${HOST_NAMES[host]}, ${rate === 0 ? "nobody asks" : requestsASecond(rate)}: ${dollars(usd)}</summary>
${table(
  ["What", "quantity", "cost"],
  lines.map(({ what, quantity, unit, usd: cost }) => [what, `${number(quantity)} ${unit}`, dollars(cost)]),
)}</details>
`,
)}</section>
`;
}
