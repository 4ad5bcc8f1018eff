import { yearChart } from "../charts/years.ts";
import type { RenderContext } from "../data/render-context.ts";
import type { PlateDetail } from "../data/resources.ts";
import { lawText, totalsText } from "../data/statistics.ts";
import { table } from "../data/tables.ts";
import { numberElement } from "../format/amounts.ts";
import { magnitudeAmount } from "../format/magnitude.ts";
import { type Html, html } from "../html.ts";
import { fact } from "./event.ts";

/** A chart of fewer years says less than the figures. */
const FEWEST_BARS = 5;

/** `/plates/{slug}/`, its main part. */
export function plateMain(plate: PlateDetail, kit: RenderContext): Html {
  const { say } = kit;
  return html`<article class="plate">
<p class="above"><a href="${kit.href("plates/")}">${say("all_plates")}</a></p>
<h1>${say("plate_title", { plate: plate.name })}</h1>
<p class="lead" lang="en">${plate.description}</p>
<div class="split">${kit.map ? html`<figure>${kit.map}<figcaption>${say("map_of_plate_note")}</figcaption></figure>` : null}
<div><dl class="facts">${facts(plate, kit)}</dl>
<p class="note">${totalsText(plate.totals_basis, kit)}</p></div></div>
${boundaries(plate, kit)}${years(plate, kit)}${law(plate, kit)}
<p class="note">${say("not_a_warning")} <a href="/api/v1/plates/${plate.slug}/">${say("as_json")}</a></p>
</article>`;
}

export function plateTitle({ name }: PlateDetail, { say }: RenderContext): { title: string; description: string } {
  return { title: say("plate_title", { plate: name }), description: say("plate_description", { plate: name }) };
}

function facts(plate: PlateDetail, { say, href }: RenderContext): (Html | null)[] {
  const { rotation_pole: pole } = plate;
  const degrees = (value: number, digits: number) => numberElement(value, { unit: "degree", digits });
  return [
    fact(say("kind"), say(`kind_${plate.type}`)),
    fact(say("code"), plate.code),
    fact(say("area"), say.html("square_kilometres", { area: numberElement(plate.area_km2) })),
    fact(say("listed"), numberElement(plate.earthquake_count)),
    fact(
      say("pole"),
      html`<a href="${href("glossary/euler-pole/")}">${say.html("pole_value", {
        latitude: degrees(pole.latitude, 1),
        longitude: degrees(pole.longitude, 1),
        rate: degrees(pole.degrees_per_myr, 2),
      })}</a>`,
    ),
  ];
}

function share(value: number): Html {
  return numberElement(Math.round(value * 100), { unit: "percent" });
}

function length(km: number): Html {
  return numberElement(Math.round(km), { unit: "kilometer" });
}

function boundaries({ boundaries: parts, boundary_types: types }: PlateDetail, kit: RenderContext): Html {
  const { say, href } = kit;
  const schematic = parts.some(({ motion }) => motion.accuracy === "schematic");
  return html`<section><h2>${say("boundaries")}</h2>
<p>${say("margin")}: ${types.map(
    ({ type, share: part }, at) => html`${at > 0 ? " · " : null}<a
href="${href(`glossary/${type}-boundary/`)}">${say(`type_${type}`)}</a> ${share(part)}`,
  )}</p>
${table(
  [say("neighbour"), say("kind"), say("length"), say("share"), say("speed")],
  parts.map(({ plate, type, length_km: km, share: part, motion: { speed_mm_per_year: speed } }) => {
    const range = say.html("speed_range", {
      mean: numberElement(Math.round(speed.mean)),
      min: numberElement(Math.round(speed.min)),
      max: numberElement(Math.round(speed.max)),
    });
    return html`<tr><td><a lang="en" href="${href(`plates/${plate}/`)}">${kit.plate(plate)}</a></td><td>${say(`type_${type}`)}</td>
<td>${length(km)}</td><td>${share(part)}</td><td class="nowrap">${range}</td></tr>
`;
  }),
  "listed n3 n4 n5",
)}
<p class="note">${say("speed_note")} ${schematic ? say("speed_schematic") : null}</p></section>
`;
}

function years({ annual_earthquakes: all }: PlateDetail, kit: RenderContext): Html {
  const { say } = kit;
  if (all.length === 0)
    return html`<section><h2>${say("years")}</h2><p>${say("years_none")}</p></section>
`;
  return html`<section><h2>${say("years")}</h2>
${
  all.length < FEWEST_BARS
    ? null
    : html`<figure>${yearChart(all, say)}</figure>
`
}<details${all.length < FEWEST_BARS ? html` open` : null}><summary>${say("in_figures")}</summary>${table(
    [say("year"), say("total"), say("significant"), say("largest")],
    all.toReversed().map(
      ({ year, total, significant, largest_magnitude: largest }) =>
        html`<tr><th scope="row">${year > 0 ? year : say("year_bc", { year: 1 - year })}</th><td>${numberElement(total)}</td>
<td>${numberElement(significant)}</td><td>${largest === null ? "–" : magnitudeAmount(largest)}</td></tr>
`,
    ),
    "listed n2 n3 n4",
  )}</details></section>
`;
}

function law({ frequency_magnitude: found }: PlateDetail, kit: RenderContext): Html | null {
  return (
    found &&
    html`<section><h2>${kit.say("how_sizes_are_spread")}</h2>${lawText(found, kit)}</section>
`
  );
}
