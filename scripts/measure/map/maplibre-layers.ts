/**
 * A script for the map's page that draws the earthquakes with a symbol layer of MapLibre in place of our own layer: the three
 * shapes as signed distance fields, the timeline by feature states. Resolves when the map is idle.
 */
export const USE_MAPLIBRE_LAYERS = `(() => {
  const { map, points } = quaketreeMap;
  const { data: { quakes }, look } = points.state;
  map.removeLayer("earthquakes");
  const [size, radius, spread] = [24, 7, 8];
  const shapes = {
    shallow: (x, y) => Math.hypot(x, y) - radius,
    intermediate: (x, y) => (Math.abs(x) + Math.abs(y) - radius * 1.2533141) * 0.7071068,
    deep: (x, y) => Math.max(y, 0.8660254 * Math.abs(x) - 0.5 * y) - radius * 0.7775636,
  };
  for (const [name, distance] of Object.entries(shapes)) {
    const pixels = new Uint8ClampedArray(size * size * 4);
    for (let at = 0; at < size * size; at++) {
      const [x, y] = [(at % size) - size / 2 + 0.5, size / 2 - 0.5 - Math.floor(at / size)];
      pixels[at * 4 + 3] = 255 - 255 * (distance(x, y) / spread + 0.25);
    }
    map.addImage(name, { width: size, height: size, data: pixels }, { sdf: true });
  }
  const shapeOf = (km) => (km < 70 ? "shallow" : km < 300 ? "intermediate" : "deep");
  const features = quakes.map((quake, id) => ({
    type: "Feature",
    id,
    properties: {
      shape: shapeOf(quake.depthKm),
      magnitude: quake.magnitude,
      scale: Math.max(1.7, 2.3 * 1.5 ** (quake.magnitude - 2)) / radius,
    },
    geometry: { type: "Point", coordinates: [quake.longitude, quake.latitude] },
  }));
  map.addSource("quakes", { type: "geojson", data: { type: "FeatureCollection", features } });
  const colour = (channels) => "rgba(" + channels.map((one) => Math.round(one * 255)).join(",") + ",0.6)";
  const zoomed = (factor) => ["*", factor, ["get", "scale"]];
  map.addLayer({
    id: "quakes",
    type: "symbol",
    source: "quakes",
    layout: {
      "icon-image": ["get", "shape"],
      "icon-allow-overlap": true,
      "icon-ignore-placement": true,
      "symbol-sort-key": ["-", 0, ["get", "magnitude"]],
      "icon-size": ["interpolate", ["linear"], ["zoom"], 0.7, zoomed(0.8), 7.86, zoomed(1.8)],
    },
    paint: {
      "icon-color": ["match", ["get", "shape"], "shallow", colour([...look.shallow]), "deep", colour([...look.deep]),
        colour([...look.intermediate])],
      "icon-opacity": ["case", ["boolean", ["feature-state", "later"], false], 0, 1],
    },
  }, "names");
  const order = quakes.map(({ time }, id) => [time, id]).toSorted((a, b) => a[0] - b[0]);
  let shown = order.length;
  quaketreeMap.until = (instant) => {
    const wanted = instant === null ? order.length : order.filter(([time]) => time <= instant).length;
    const set = (at, later) => map.setFeatureState({ source: "quakes", id: order[at][1] }, { later });
    while (shown < wanted) set(shown++, false);
    while (shown > wanted) set(--shown, true);
  };
  return new Promise((resolve) => map.once("idle", resolve));
})()`;
