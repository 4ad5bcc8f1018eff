// What a map page does, for the tests to call: draws what is served, and tells what is seen.

import * as maplibre from "./maplibre-gl.mjs";

const isPicked = ["boolean", ["feature-state", "picked"], false];
const faults = [];
let map;

function settled() {
  map.triggerRepaint();
  return new Promise((resolve) => map.once("idle", resolve));
}

const SOURCES = {
  boundaries: { data: "/api/plate-boundaries/" },
  events: { data: "/api/live-feed/?hours=168", promoteId: "event_id" },
};

const LAYERS = {
  boundaries: { type: "line", paint: { "line-color": ["case", isPicked, "#0f0", "#f00"], "line-width": 2 } },
  events: { type: "circle", paint: { "circle-color": ["case", isPicked, "#0f0", "#00f"], "circle-radius": 3 } },
};

function style({ api, layers }) {
  const sources = layers.map((id) => [id, { type: "geojson", ...SOURCES[id], data: `${api}${SOURCES[id].data}` }]);
  const paper = { id: "paper", type: "background", paint: { "background-color": "#fff" } };
  const drawn = layers.map((id) => ({ id, source: id, ...LAYERS[id] }));
  return { version: 8, sources: Object.fromEntries(sources), layers: [paper, ...drawn] };
}

globalThis.page = {
  faults: () => faults,

  async draw({ api, layers, center, projection }) {
    map?.remove();
    map = new maplibre.Map({
      container: "map",
      style: style({ api, layers }),
      center,
      zoom: 1,
      attributionControl: false,
      canvasContextAttributes: { preserveDrawingBuffer: true },
    });
    map.on("error", ({ error }) => faults.push(error.message));
    await new Promise((resolve) => map.once("style.load", resolve));
    map.setProjection({ type: projection });
    await settled();
  },

  /** The pixels that are of a colour, as x and y in turn. */
  pixels(channel) {
    const canvas = document.createElement("canvas");
    const [width, height] = [(canvas.width = map.getCanvas().width), (canvas.height = map.getCanvas().height)];
    const context = canvas.getContext("2d");
    context.drawImage(map.getCanvas(), 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const found = [];
    for (let at = 0; at < width * height; at++) {
      const own = data[4 * at + channel];
      const others = [0, 1, 2].filter((other) => other !== channel).map((other) => data[4 * at + other]);
      if (own > 128 && others.every((other) => other < 128)) found.push(at % width, Math.floor(at / width));
    }
    return found;
  },

  /** The ids of the features of a source, as often as they are in a tile. */
  ids: (source) => map.querySourceFeatures(source).map(({ id }) => id),

  /** The ids of what is drawn at each of some pixels. */
  at: (layer, points) =>
    points.map(([x, y]) => {
      const box = [
        [x - 1, y - 1],
        [x + 1, y + 1],
      ];
      return map.queryRenderedFeatures(box, { layers: [layer] }).map(({ id }) => id);
    }),

  async pick(source, id) {
    map.setFeatureState({ source, id }, { picked: true });
    await settled();
  },

  /** Where the map has positions, in pixels. */
  project: (positions) =>
    positions.map((position) => {
      const { x, y } = map.project(position);
      return [x, y];
    }),
};
