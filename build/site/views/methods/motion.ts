import { TRANSFORM_DEGREES } from "../../../catalogue/boundaries/type.ts";
import type { Catalogue } from "../../../catalogue/catalogue.ts";
import { thousands } from "../../../platform/amounts.ts";
import { RADIUS_KM, type RotationPole, speedAt } from "../../../seismology/plate-motion.ts";
import { type Html, html } from "../../html.ts";
import { PUBLISHED_RATES, type PublishedRate, TOLERANCE } from "./published-rates.ts";

/** How plates move against each other, and how far that agrees with what others publish. */
export function motionText({ plates, boundaries }: Pick<Catalogue, "plates" | "boundaries">): Html {
  const measured = boundaries.some(({ accuracy }) => accuracy === "measured");
  const poles = new Map(plates.map(({ code, rotationPole }) => [code, rotationPole]));
  const compared = PUBLISHED_RATES.flatMap((rate) => {
    const [a, b] = rate.plates.map((code) => poles.get(code));
    return a && b ? [{ rate, ours: speedOf(a, b, rate) }] : [];
  });
  const agreed = compared.filter(({ rate }) => !rate.differs).length;
  return html`<p>The rotation poles of Bird (2003, table 1) give the velocity of each plate relative to any other at any place: the difference of the two rotations, as vectors, times the place (Cox and Hart 1986), on a sphere of ${thousands(RADIUS_KM)} km. Along a boundary it is taken in the middle of each straight piece of the line; the least, the mean over the length and the greatest are given, of the speed, of its part across the line (convergence, negative where the plates part) and of that along it. ${measured ? html`The lines and their types are Bird's; where no class of his is known, a boundary is a transform fault if the slip is within ${TRANSFORM_DEGREES}° of it.` : html`The lines are schematic here: they pass over the steps of ridges and transform faults, so that convergence and slip are given for convergent boundaries only.`} Lengths are those of the lines.</p>
<p>Most of Bird's poles are the average of three million years of sea-floor spreading, some are of satellite geodesy; plates that have slowed down since move more slowly than that. And all motion is laid to the line, while in nature a belt on either side of it takes part.</p>
${compared.length > 0 ? comparison(compared, agreed) : null}`;
}

function speedOf(a: RotationPole, b: RotationPole, { at }: PublishedRate): number {
  return speedAt(a, b, at.latitude, at.longitude);
}

function comparison(compared: readonly { rate: PublishedRate; ours: number }[], agreed: number): Html {
  return html`<p>Speeds that others have published, written down before they were compared: ${agreed} of ${compared.length} agree within ${TOLERANCE * 100} %.</p>
<table><thead><tr><th scope="col">Boundary</th><th scope="col">Published, mm a year</th><th scope="col">Here</th></tr></thead><tbody>
${compared.map(
  ({ rate: { boundary, plates, source, differs }, ours }) =>
    html`<tr><td>${boundary} (${plates.join("–")})</td><td>${source}</td><td>${ours.toFixed(1)}${differs ? `: ${differs}` : null}</td></tr>
`,
)}</tbody></table>`;
}
