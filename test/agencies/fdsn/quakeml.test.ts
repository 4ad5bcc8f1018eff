import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isQuakeml, isWholeQuakeml, readQuakeml } from "../../../build/agencies/fdsn/quakeml.ts";
import { corpus, corpusPresent } from "../../support/corpus.ts";

const NOW = Date.UTC(2031, 4, 4, 12);
const READING = { agency: "ox", where: "https://ox.example/query", retrievedAt: NOW, unreadableShare: 1 };
const QUIRKS = { idPrefix: "ox", untyped: "not reported", page: "https://ox.example/{id}" };

const ORIGIN = `<origin publicID="quakeml:ox.example/origin/2"><time><value>2031-05-04T11:00:00.25Z</value></time>
<latitude><value>45.1</value></latitude><longitude><value>10.2</value></longitude><depth><value>7300</value></depth>
<evaluationMode>manual</evaluationMode><creationInfo><creationTime>2031-05-04T11:20:00</creationTime></creationInfo></origin>`;
const MAGNITUDE = `<magnitude publicID="quakeml:ox.example/magnitude/2"><mag><value>4.4</value></mag><type>Mw</type></magnitude>`;
const EARLIER = ORIGIN.replace("origin/2", "origin/1").replace("45.1", "44").replace("manual", "automatic");
const PREFERRED = "<preferredOriginID>quakeml:ox.example/origin/2</preferredOriginID>";

function eventOf(content: string, id = "quakeml:ox.example/event/2031abcd"): string {
  return `<event publicID="${id}">${content}</event>`;
}

function documentOf(events: string, head = '<?xml version="1.0" encoding="UTF-8"?>'): string {
  const names = 'xmlns="http://quakeml.org/xmlns/bed/1.2" xmlns:q="http://quakeml.org/xmlns/quakeml/1.2"';
  return `${head}\n<q:quakeml ${names}><eventParameters publicID="smi:x/y">${events}</eventParameters></q:quakeml>\n`;
}

function read(text: string | Uint8Array) {
  return readQuakeml(typeof text === "string" ? Buffer.from(text) : text, READING, QUIRKS);
}

const [start, end] = ["<text>Oxbow &amp; Hills</text>", "<type>earthquake name</type>"];
const FULL = `${PREFERRED}<type>earthquake</type><description>${start}${end}</description>${EARLIER}${ORIGIN}${MAGNITUDE}`;

describe("an answer in QuakeML", () => {
  it("gives the preferred solution of each event, in km, with when and how it was made", () => {
    expect(read(documentOf(eventOf(FULL))).events).toEqual([
      {
        agency: "ox",
        id: "ox2031abcd",
        ids: ["ox2031abcd"],
        url: "https://ox.example/2031abcd",
        time: Date.UTC(2031, 4, 4, 11, 0, 0, 250),
        updated: Date.UTC(2031, 4, 4, 11, 20),
        latitude: 45.1,
        longitude: 10.2,
        depthKm: 7.3,
        magnitude: 4.4,
        magnitudeType: "Mw",
        place: "Oxbow & Hills",
        type: "earthquake",
        status: "reviewed",
        alert: null,
        tsunamiFlag: false,
        feltReports: null,
        maxIntensityReported: null,
        maxIntensityEstimated: null,
        significance: null,
      },
    ]);
  });

  it("without a preference gives the first origin, and the magnitude that was computed of it", () => {
    const [one, two] = ["1", "2"].map((id) => MAGNITUDE.replace("</type>", `</type><originID>quakeml:ox.example/origin/${id}</originID>`));
    const other = one?.replace("magnitude/2", "magnitude/1").replace("4.4", "3.3");
    expect(read(documentOf(eventOf(`${EARLIER}${ORIGIN}${two}${other}`))).events).toMatchObject([
      { latitude: 44, magnitude: 3.3, status: "automatic", type: "not reported", place: null },
    ]);
    expect(read(documentOf(eventOf(ORIGIN.replace(/<depth>.*<\/depth>/, "")))).events).toMatchObject([{ depthKm: null, magnitude: null }]);
    expect(read(documentOf(eventOf(ORIGIN.replace(/<creationInfo>.*<\/creationInfo>/, "")))).events).toMatchObject([{ updated: null }]);
  });

  it.each([
    ["quakeml:ox.example/event/a1", "oxa1"],
    ["smi:ox.example/fdsnws/event/1/query?eventid=a2&amp;format=quakeml", "oxa2"],
    ["smi:local/ox2031b#3", "ox2031b"],
  ])("has the id of %s", (publicId, id) => {
    expect(read(documentOf(eventOf(ORIGIN, publicId))).events[0]?.id).toBe(id);
  });

  it.each([
    ["origin-missing", eventOf(MAGNITUDE)],
    ["preferred-origin-missing", eventOf(PREFERRED + EARLIER)],
    ["evaluation-rejected", eventOf(ORIGIN.replace("</evaluationMode>", "</evaluationMode><evaluationStatus>rejected</evaluationStatus>"))],
    ["id-invalid", eventOf(ORIGIN, "quakeml:ox.example/event/a b")],
    ["id-missing", `<event>${ORIGIN}</event>`],
    ["depth-invalid", eventOf(ORIGIN.replace("7300", "deep"))],
    ["time-in-the-future", eventOf(ORIGIN.replace("T11:00", "T13:00"))],
    ["position-out-of-range", eventOf(ORIGIN.replace("45.1", "91"))],
  ])("has a record that is rejected alone as %s", (code, event) => {
    const { events, rejected } = read(documentOf(event + eventOf(FULL)));
    expect([events.length, rejected.map((one) => one.code)]).toEqual([1, [code]]);
  });

  it("gives the quality of the preferred origin, and the mechanisms, the preferred one first, in the units of the details", () => {
    const value = (name: string, number: number | string) => `<${name}><value>${number}</value></${name}>`;
    const plane = (at: number, [strike = 0, dip = 0, rake = 0]: number[]) =>
      `<nodalPlane${at}>${value("strike", strike)}${value("dip", dip)}${value("rake", rake)}</nodalPlane${at}>`;
    const planes = `<nodalPlanes>${plane(1, [20, 45, 90])}${plane(2, [200, 45, 90])}</nodalPlanes>`;
    const tensor = ["Mrr", "Mtt", "Mpp", "Mrt", "Mrp", "Mtp"].map((name, at) => value(name, `${at - 2}.5e15`)).join("");
    const moment = `<momentTensor publicID="smi:x/mt"><tensor>${tensor}</tensor>${value("scalarMoment", "3e15")}<doubleCouple>0.9</doubleCouple></momentTensor>`;
    const quality =
      "<quality><usedPhaseCount>41</usedPhaseCount><usedStationCount>30</usedStationCount><standardError>0.42</standardError>" +
      "<azimuthalGap>77</azimuthalGap><minimumDistance>0.1</minimumDistance></quality>" +
      "<originUncertainty><horizontalUncertainty>1200</horizontalUncertainty></originUncertainty><depthType>from location</depthType>";
    const origin = ORIGIN.replace("</evaluationMode>", `</evaluationMode>${quality}`).replace(
      "7300</value>",
      "7300</value><uncertainty>900</uncertainty>",
    );
    const mechanism = (id: string, content: string) => `<focalMechanism publicID="smi:ox.example/fm/${id}">${content}</focalMechanism>`;
    const text =
      `${PREFERRED}<preferredFocalMechanismID>smi:ox.example/fm/b</preferredFocalMechanismID>${origin}` +
      MAGNITUDE.replace("4.4</value>", "4.4</value><uncertainty>0.2</uncertainty>") +
      mechanism("a", planes) +
      mechanism("b", `${planes}<evaluationMode>manual</evaluationMode>`) +
      mechanism("c", `${planes}<evaluationStatus>rejected</evaluationStatus>`) +
      mechanism("d", `${moment}<azimuthalGap>999</azimuthalGap>`);
    const { events, doubtful } = read(documentOf(eventOf(text)));
    const made = { source: "ox", updated: Date.UTC(2031, 4, 4, 11, 20), weight: 0 };
    const shape = Object.fromEntries(
      [1, 2].flatMap((at) => [
        [`nodal-plane-${at}-strike`, at === 1 ? "20" : "200"],
        [`nodal-plane-${at}-dip`, "45"],
        [`nodal-plane-${at}-rake`, "90"],
      ]),
    );
    expect(events[0]?.solutions).toEqual([
      {
        ...made,
        product: "origin",
        code: "2",
        properties: {
          eventtime: "2031-05-04T11:00:00.250Z",
          latitude: "45.1",
          longitude: "10.2",
          depth: "7.3",
          "depth-type": "from location",
          magnitude: "4.4",
          "magnitude-type": "Mw",
          "horizontal-error": "1.2",
          "vertical-error": "0.9",
          "magnitude-error": "0.2",
          "num-stations-used": "30",
          "num-phases-used": "41",
          "azimuthal-gap": "77",
          "minimum-distance": "0.1",
          "standard-error": "0.42",
        },
      },
      {
        ...made,
        product: "moment-tensor",
        code: "d",
        properties: {
          "scalar-moment": "3e15",
          "percent-double-couple": "0.9",
          ...Object.fromEntries(["mrr", "mtt", "mpp", "mrt", "mrp", "mtp"].map((name, at) => [`tensor-${name}`, `${at - 2}.5e15`])),
        },
      },
      { ...made, product: "focal-mechanism", code: "b", properties: { "review-status": "reviewed", ...shape } },
      { ...made, product: "focal-mechanism", code: "a", properties: shape },
    ]);
    expect(doubtful).toEqual({ "moment-tensor-azimuthal-gap": 1 });
  });

  it("is told from other documents, and from a part of it", () => {
    const whole = Buffer.from(documentOf(eventOf(FULL)));
    expect([isQuakeml(whole), isWholeQuakeml(whole)]).toEqual([true, true]);
    expect([isQuakeml(whole.subarray(0, 500)), isWholeQuakeml(whole.subarray(0, 500))]).toEqual([true, false]);
    expect(isQuakeml(Buffer.from("<!DOCTYPE html><title>Sorry</title>"))).toBe(false);
    expect(read(documentOf("")).rows).toBe(0);
  });
});

describe("hostile XML", () => {
  const laughs = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("");
  const bomb = `<?xml version="1.0"?><!DOCTYPE quakeml [<!ENTITY l0 "ha">${laughs}]>`;

  it.each([
    ["entities that multiply", documentOf(eventOf(`<description><text>&l9;</text></description>${ORIGIN}`), bomb), "has a document type"],
    [
      "a file of this machine",
      documentOf(eventOf(ORIGIN), '<!DOCTYPE q [<!ENTITY x SYSTEM "file:///etc/passwd">]>'),
      "has a document type",
    ],
    ["an entity that is not declared", documentOf(eventOf(FULL.replace("&amp;", "&x;"))), "is not well-formed XML"],
    ["thousands of levels", documentOf(eventOf(`${"<a>".repeat(5000)}${"</a>".repeat(5000)}`)), "has more than 32 levels of elements"],
    ["tags that cross", documentOf(eventOf("<origin><time></origin></time>")), "is not well-formed XML"],
    ["another document", "<html><title>Sorry</title></html>", 'is not QuakeML but a web page ("Sorry")'],
    ["an encoding that no agency needs", documentOf(eventOf(FULL), '<?xml version="1.0" encoding="UTF-7"?>'), "is in the encoding utf-7"],
    ["text after the end", `${documentOf(eventOf(FULL))}<more/>`, "is not well-formed XML"],
  ])("is refused: %s", (_, text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  it("with elements that are named as members of every object is read", () => {
    expect(read(documentOf(eventOf(`<constructor/><toString>x</toString>${FULL}`))).events).toHaveLength(1);
  });

  it("is refused where its bytes are not of its encoding, and read where they are", () => {
    const latin = (head: string) => Buffer.from(documentOf(eventOf(FULL.replace("Hills", "Hügel")), head), "latin1");
    expect(() => read(latin('<?xml version="1.0" encoding="UTF-8"?>'))).toThrow("is not in the encoding that it declares, utf-8");
    expect(read(latin('<?xml version="1.0" encoding="ISO-8859-1"?>')).events[0]?.place).toBe("Oxbow & Hügel");
    expect(() => read(Buffer.from(documentOf(eventOf(FULL)), "utf16le"))).toThrow();
    expect(() => read(" \n")).toThrow(expect.objectContaining({ code: "capture-empty" }));
  });

  it("is truncated wherever it ends early", () => {
    const whole = documentOf(eventOf(FULL));
    for (const share of [0.3, 0.6, 0.95]) {
      const part = whole.slice(0, Math.floor(share * whole.length));
      expect(() => read(part)).toThrow(expect.objectContaining({ code: "capture-truncated" }));
    }
  });

  it("with values of megabytes and odd characters gives no more than a line", () => {
    const long = FULL.replace("Oxbow", "x".repeat(2_000_000)).replace("45.1", "\u202e45.1");
    const { events, rejected } = read(documentOf(eventOf(long) + eventOf(FULL.replace("Oxbow", "Ox\u202e&#10;bow"), "smi:a/b")));
    expect([events.map(({ place }) => place), rejected.map(({ code }) => code)]).toEqual([["Ox bow & Hills"], ["position-invalid"]]);
  });
});

describe.skipIf(!corpusPresent)("QuakeML as agencies sent it", () => {
  it.each([
    ["quakeml/usgs_us6000kawn_2023.xml.gz", "6000kawn"],
    ["quakeml/usgs_nc72182046_phase-data.xml.gz", "72182046"],
    ["quakeml/usgs_usc000nwtr_origin.xml", "c000nwtr"],
  ])("%s is read", (file, id) => {
    const bytes = readFileSync(corpus(file));
    const plain = file.endsWith(".gz") ? gunzipSync(bytes) : bytes;
    const { events, rejected } = readQuakeml(plain, READING, { ...QUIRKS, idPrefix: "" });
    expect(rejected).toEqual([]);
    expect(events.map((event) => event.id)).toEqual([id]);
    expect(events[0]?.magnitude).toBeGreaterThan(3);
  });
});
