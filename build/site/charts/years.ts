import type { DataSay } from "../data/render-context.ts";
import type { PlateDetail } from "../data/resources.ts";
import { type Html, html } from "../html.ts";

/** So many years, up to the last with an earthquake, are drawn: older ones tell more of catalogues than of the Earth. */
const YEARS_SHOWN = 60;
const BAR = 10;
const HEIGHT = 120;

/** The earthquakes of each year as bars; the figures stand in a table besides. */
export function yearChart(all: PlateDetail["annual_earthquakes"], t: DataSay): Html {
  const last = all.at(-1)?.year ?? 0;
  const first = Math.max(last - YEARS_SHOWN + 1, all[0]?.year ?? last);
  const shown = all.filter(({ year }) => year >= first);
  const most = Math.max(...shown.map(({ total }) => total));
  const width = (last - first + 1) * BAR;
  const bars = (count: (year: (typeof shown)[number]) => number) =>
    shown
      .filter((year) => count(year) > 0)
      .map((year) => {
        const height = Math.max(1, Math.round((count(year) / most) * HEIGHT));
        return `M${(year.year - first) * BAR + 1} ${HEIGHT}v-${height}h${BAR - 2}v${height}z`;
      })
      .join("");
  const shift = Math.max(0, (YEARS_SHOWN * BAR - width) / 2);
  return html`<svg class="years" viewBox="${-shift} -14 ${Math.max(width, YEARS_SHOWN * BAR)} ${HEIGHT + 34}" role="img"
aria-label="${t("years_chart", { from: first, to: last })}"><path class="all" d="${bars(({ total }) => total)}"/>
<path class="some" d="${bars(({ significant }) => significant)}"/><text x="0" y="${HEIGHT + 16}">${first}</text>
<text x="${width}" y="${HEIGHT + 16}" class="end">${last}</text><text x="0" y="-3">${most}</text></svg>
<figcaption>${t("years_chart", { from: first, to: last })}</figcaption>`;
}
