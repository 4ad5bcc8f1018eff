import { type Html, html } from "../html.ts";
import { HOSTS, type HostException } from "./hosts.ts";

/** The hosts that pass the conformance suite, and what each declares that it does otherwise. */
export function hostTable(): Html {
  return html`<p>One suite of requests is sent to every host, and every answer is compared with the rewrite byte for byte: status, headers, body. What a host cannot do it declares; anything it has not declared is a failed test.</p>
<table><thead><tr><th scope="col">Host</th><th scope="col">What it is</th><th scope="col">What it does otherwise</th></tr></thead><tbody>
${HOSTS.map(
  ({ name, what, exceptions }) =>
    html`<tr><th scope="row">${name}</th><td>${what}</td><td>${exceptions.length === 0 ? "nothing" : reasons(exceptions)}</td></tr>
`,
)}</tbody></table>`;
}

/** Several exceptions may have one reason. */
function reasons(exceptions: readonly HostException[]): Html {
  const distinct = [...new Set(exceptions.map(({ reason }) => reason))];
  return html`<ul>${distinct.map((reason) => html`<li>${reason}</li>`)}</ul>`;
}
