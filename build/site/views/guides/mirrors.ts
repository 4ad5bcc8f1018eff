import { html } from "../../html.ts";
import type { Guide } from "./guide.ts";

export const MIRRORS: Guide = {
  slug: "mirrors",
  title: "Mirrors and offline",
  description: "Keep the whole data set, up to date by the minute, and go on when the network is gone.",
  body: [
    html`<p>Everything is files. One command copies them, checks every byte, and serves the whole API from the copy. It needs Node 20.19 or newer.</p>`,
    {
      language: "sh",
      code: `npx quaketree mirror http://localhost:8080/ copy || test $? = 3
npx quaketree status copy`,
      prints: /copy/,
    },
    html`<p>Exit code 3 says: the copy is whole, but its publisher has had nothing new for longer than promised. Run it again and it fetches what changed since: some 30 KB for a minute. With <code>--watch</code> it goes on by itself. Nothing is visible before it is whole and every file has the hash that its index says; whatever goes wrong, the copy that you had stays. <code>npx quaketree serve copy</code> serves it, without a network; a mirror can be mirrored again, and a USB stick will do.</p>`,
    {
      language: "sh",
      code: `npx quaketree mirror http://localhost:8080/ copy || test $? = 3
npx quaketree verify copy`,
      prints: /.+/,
    },
    html`<p>Who made it? Where the publisher signs, add <code>--verify-key publisher.pub</code>; see <a href="/docs/guides/verifying/">verifying</a>.</p>
<h2>In a browser</h2>
<p>Every tree carries a service worker that keeps a copy in the browser and answers every query from it, also one that was never asked before. The <a href="/">start page</a> offers it; where the host has only files, every page begins with it once it has loaded. In pages of your own, on the same origin:</p>
<figure><pre tabindex="0"><code>await navigator.serviceWorker.register("/service-worker.js");
await navigator.serviceWorker.ready;
const answer = await fetch("/api/v1/earthquakes/?country=JP&min_mag=5"); // asks nobody</code></pre></figure>
<p>Kept are all answers but the details of earthquakes, the documentation, and in English and the reader’s language the start page, the map, the tools and the lists. Pages of countries, plates and terms are filled from their answers. Earthquakes that were looked at stay, as they were then, details and page; of the others a page says that it is not in the copy. Without a network, or with the host away, every page says how old its data are.</p>
<h2>Without our program</h2>
<p>Any tool that copies files will do; the index says what there is, with size and hash. The <a href="/docs/formats/">formats</a> are documented to the byte.</p>`,
    {
      language: "python",
      code: `import hashlib, json, urllib.request

BASE = "http://localhost:8080/"

def read(path):
    with urllib.request.urlopen(BASE + path) as answer:
        return answer.read()

record = json.loads(read("snapshot.json"))
for shard in record["shards"]["days"][:3]:
    content = read(shard["path"])
    name = shard["path"].split("/")[-1].split(".")[0]
    print(hashlib.sha256(content).hexdigest() == name, len(json.loads(content)), "earthquakes")`,
      prints: /^(True \d+ earthquakes\n)+/,
    },
  ],
};
