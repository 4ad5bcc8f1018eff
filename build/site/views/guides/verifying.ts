import { html } from "../../html.ts";
import { attackTable } from "./attacks.ts";
import type { Guide } from "./guide.ts";

export const VERIFYING: Guide = {
  slug: "verifying",
  title: "Verifying",
  description: "Be sure that what you have is what the publisher made, all of it.",
  body: [
    html`<p><code>snapshot.json</code> names the hash of every part of the index; the index names the size and SHA-256 of every file. One command checks all of it, and every answer against its schema, in a folder or at an address:</p>`,
    {
      language: "sh",
      code: `npx quaketree verify http://localhost:8080/`,
      prints: /.+/,
    },
    html`<p>The exit code is 0 where all is well and 1 where anything is wrong; each fault names the file and what to do.</p>
<h2>One answer by hand</h2>
<p>Which build did an answer come from? <code>X-Snapshot</code> is the id of the snapshot, made from its content: the same data give the same id on any machine.</p>`,
    {
      language: "js",
      code: `import { createHash } from "node:crypto";

const BASE = "http://localhost:8080/";
const bytes = async (path) => new Uint8Array(await (await fetch(BASE + path)).arrayBuffer());
const sha256 = (content) => createHash("sha256").update(content).digest("hex");

const record = JSON.parse(new TextDecoder().decode(await bytes("snapshot.json")));
const { path, sha256: said } = record.index.find(({ name }) => name === "api");
const section = await bytes(path);
console.log("index", sha256(section) === said);

const stats = (await fetch(BASE + "api/v1/stats/")).headers.get("x-snapshot");
console.log("same snapshot", stats === record.id);`,
      prints: /index true\nsame snapshot true/,
    },
    html`<h2>Signatures</h2>
<p>Where the publisher signs, <code>snapshot.json.sig</code> is an Ed25519 signature (RFC 8032) over the exact bytes of <code>snapshot.json</code>, and so over everything. Get the public key by a way that you trust, once, and give it to every command: <code>--verify-key publisher.pub</code>. An older snapshot than yours, one of another key, a part that was swapped, a file without end: each is refused with an error of its own. A key says who published; it does not say that the agencies are right.</p>
<h2 id="attacks">What a host may try</h2>
<p>The host that you copy from, and everybody on the way, may lie. These are the attacks that <a href="https://theupdateframework.github.io/specification/latest/">The Update Framework</a> lists (specification 1.0, section 1.5.2), what each would be here, and what stands against it. Each is tried against a hostile server in the tests of Quaketree: after every refusal the copy that was there is as it was, to the byte.</p>
${attackTable()}`,
  ],
};
