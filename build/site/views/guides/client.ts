import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const CLIENT: Guide = {
  slug: "client",
  title: "The client",
  description: "Call it from JavaScript or TypeScript with types, of a host or of nothing but files.",
  body: [
    html`<p><code>quaketree/client</code> has a method for each endpoint, typed by the contract. It is one module without dependencies and runs in browsers, Node and Workers. Without a package manager every tree carries it: <a href="/assets/client.js"><code>/assets/client.js</code></a>.</p>`,
    {
      language: "js",
      code: `import { createClient, QuaketreeProblem } from "quaketree/client";

const quakes = createClient({ base: "http://localhost:8080/" });

const { body, snapshot } = await quakes.recent({ min_magnitude: 5, limit: 3 });
console.log(snapshot.as_of, body.earthquakes.map(({ place_description }) => place_description));

let read = 0;
for await (const page of quakes.earthquakePages({ days: 30, country: "JP" })) read += page.body.earthquakes.length;
console.log(read, "off and in Japan");

try {
  await quakes.recent({ limit: 1000 });
} catch (error) {
  if (error instanceof QuaketreeProblem) console.log(error.problem.errors);
}`,
      prints: /\d{4}-.*\n?[\s\S]*\d+ off and in Japan[\s\S]*1000/,
    },
    html`<p>The base is a host of the API, or nothing but a tree on any file server. Of a bare tree the client reads the shards and answers every query itself, as a host would. Whatever it returns is of one snapshot, which <code>snapshot</code> names.</p>`,
    {
      language: "js",
      code: `import { createClient } from "quaketree/client";

const files = createClient({ base: "http://localhost:8080/", mode: "tree" });
const { body } = await files.earthquakes({ hours: 168, min_mag: 4.5 });
console.log(body.count, "answered from files alone");`,
      prints: /^\d+ answered from files alone/,
    },
    html`<p>Every call takes <code>{ signal }</code>. It is rejected with a <code>QuaketreeProblem</code> where the answer is a problem document, and with a <code>QuaketreeError</code> (<code>unreachable</code>, <code>not-quaketree</code>, <code>tree-malformed</code>) where there is none.</p>`,
  ],
};
