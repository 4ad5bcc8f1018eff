import { type Html, html } from "../../html.ts";

/** An attack that The Update Framework lists, and what stands against it here. */
export interface Attack {
  /** Its name in the specification of The Update Framework, 1.0, section 1.5.2. */
  name: string;
  /** What it would be for a copy of earthquake data. */
  here: string;
  /** What refuses it. */
  against: string;
  /** Codes of the errors that the mirror ends with; none where nothing is refused. */
  codes: readonly string[];
  /** Where it is tried: a file of tests and the name of the group in it. */
  tests: readonly (readonly [file: string, group: string])[];
}

const CONTENT = "test/mirror/attacks.test.ts";
const PLACES = "test/mirror/paths.test.ts";

/** In the order of the specification. */
export const ATTACKS: readonly Attack[] = [
  {
    name: "Arbitrary installation",
    here: "A host, or whoever sits on the way, gives other bytes than were published.",
    against:
      "Record, index and files are a chain of SHA-256; the signature is over the first link. What does not fit is asked for once more, past all caches, and then refused. Compressed variants, which no hash vouches for, are never fetched.",
    codes: ["mirror-wrong-hash", "signature-wrong", "signature-missing", "mirror-malformed"],
    tests: [[CONTENT, "arbitrary software: other content than was published"]],
  },
  {
    name: "Endless data",
    here: "A file that never ends, or little that unpacks to very much.",
    against:
      "A file may be as large as the signed index says, the record 16 MB, the whole tree 8 GB unless --max-bytes says otherwise; what counts is what it unpacks to.",
    codes: ["mirror-too-large"],
    tests: [
      [CONTENT, "endless data"],
      ["test/history/deltas/attacks.test.ts", "a delta that promises"],
    ],
  },
  {
    name: "Extraneous dependencies",
    here: "More is fetched than was published, or it is put where it does harm.",
    against:
      "Nothing is asked for but the record, its signature, the index, what that names, and deltas; nothing of a copy is ever run. Paths that lead out of the folder, stand twice or belong to the copy itself are refused before anything is written.",
    codes: ["mirror-bad-path"],
    tests: [
      [PLACES, "extraneous dependencies: more than was published"],
      [PLACES, "wrong paths: software that nobody asked for, in places where it does harm"],
    ],
  },
  {
    name: "Fast-forward",
    here: "A snapshot of a time or a number so far ahead that no true one after it would be taken.",
    against:
      "A snapshot may be a day ahead of the clock, and a number may have grown by one a second since ours, and a thousand.",
    codes: ["mirror-from-future"],
    tests: [[CONTENT, "fast-forward: a snapshot after which none would be taken"]],
  },
  {
    name: "Indefinite freeze",
    here: "Always the same old snapshot, as if nothing had happened since.",
    against:
      "The signed record says for how long its data are fresh (stale_after_s). The copy is kept, told as stale with the time since when, and the exit code is 3.",
    codes: [],
    tests: [[CONTENT, "indefinite freeze: always the same old snapshot"]],
  },
  {
    name: "Malicious mirrors preventing updates",
    here: "A host that refuses, sends us elsewhere, or changes while it is read.",
    against:
      "Each refusal has a name of its own, nothing is lost, and the next run goes on at another host with what is here already: a copy is the same wherever it came from.",
    codes: ["mirror-refused", "mirror-missing", "mirror-moving"],
    tests: [
      [PLACES, "a malicious mirror"],
      ["test/mirror/folder.test.ts", "an origin that is replaced meanwhile"],
    ],
  },
  {
    name: "Mix-and-match",
    here: "Parts of several snapshots put together to one that never was.",
    against:
      "The record names the hash of each part of the index, and that the hash of each file: what is of another snapshot does not fit. A copy becomes visible at once, when all of it is here.",
    codes: ["mirror-wrong-hash", "signature-torn"],
    tests: [[PLACES, "mix-and-match: parts of several snapshots"]],
  },
  {
    name: "Rollback",
    here: "An older snapshot than the one that we have.",
    against:
      "Neither time nor number may go back, and another snapshot of the same number is refused as well. Not even a file is asked for then.",
    codes: ["mirror-rollback"],
    tests: [[CONTENT, "rollback: an older snapshot"]],
  },
  {
    name: "Slow retrieval",
    here: "A byte now and then, so that the newer data never come.",
    against:
      "4 kB a second on the whole, half a minute of silence at the most, two minutes for all deltas. What came is kept for the next run.",
    codes: ["mirror-too-slow", "mirror-unreachable"],
    tests: [[CONTENT, "slow retrieval"]],
  },
  {
    name: "Vulnerability to key compromises",
    here: "Somebody has the publisher's private key.",
    against:
      "There is one key and no threshold of several: until its owner tells people to name another one, a thief can publish whatever looks newer, though not roll back or fast-forward a copy. Where no key is named, a copy holds on to the one that signed it first.",
    codes: ["signature-other-key", "mirror-key-changed"],
    tests: [
      [PLACES, "keys"],
      ["test/tree/signature.test.ts", "a signature"],
    ],
  },
  {
    name: "Wrong software installation",
    here: "A genuine file in the place of another, or the genuine tree of another publisher.",
    against:
      "A hash belongs to a path, and a key to a publisher. Two publications under one key cannot be told apart: sign what is for trying with a key of its own.",
    codes: ["mirror-wrong-hash", "signature-other-key"],
    tests: [[PLACES, "wrong software: what is genuine, in the wrong place"]],
  },
];

/** What is refused, and where that is tried. */
export function attackTable(): Html {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Attacks and what stands against them"><table><thead><tr><th scope="col">Attack</th><th scope="col">What it would be here</th><th scope="col">What stands against it</th><th scope="col">The mirror says</th><th scope="col">Tried in <code>test/tree/</code></th></tr></thead><tbody>
${ATTACKS.map(
  ({ name, here, against, codes, tests }) =>
    html`<tr><th scope="row">${name}</th><td>${here}</td><td>${against}</td><td>${codes.length > 0 ? listed(codes) : "taken, exit code 3"}</td><td>${listed([...new Set(tests.map(([file]) => shortened(file)))])}</td></tr>
`,
)}</tbody></table></div>`;
}

/** The column has room for no more, and they all lie in one folder. */
function shortened(file: string): string {
  return file.replace(/^test\/tree\/|\.test\.ts$/g, "");
}

function listed(names: readonly string[]): Html {
  return html`${names.map((name, at) => html`${at > 0 ? ", " : ""}<code>${name}</code>`)}`;
}
