// The interactive reference; everything it loads lies in this tree.

async function json(path) {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** Two ways to say one thing: a request with both values is refused, so only the first gets a value. */
const SECOND_WAYS = new Set(["days", "page"]);

/** The description of the API, with examples that this tree has, so that each of them can be executed. */
async function description() {
  const api = await json("/api/v1/openapi.json");
  const [slug, hour] = await Promise.all([
    json("/api/recent/?limit=1").then(({ earthquakes }) => earthquakes[0]?.event_id),
    json("/api/changes/").then(({ hours }) => hours.at(-1)?.hour),
  ]).catch(() => []);
  const own = { "/api/v1/earthquakes/{slug}/": slug, "/api/changes/{hour}/": hour };
  for (const [path, { get }] of Object.entries(api.paths)) {
    for (const parameter of get.parameters ?? []) {
      if (parameter.in === "path" && own[path] !== undefined) parameter.example = own[path];
      if (SECOND_WAYS.has(parameter.name)) delete parameter.example;
    }
  }
  return api;
}

void description().then((spec) =>
  window.SwaggerUIBundle({
    spec,
    dom_id: "#reference",
    deepLinking: true,
    docExpansion: "list",
    defaultModelsExpandDepth: 0,
    // Its online validator would be a request to a third party.
    validatorUrl: null,
  }),
);

// It has colours of its own for the dark, and wants to be told.
const page = document.documentElement;
const device = matchMedia("(prefers-color-scheme: dark)");

function tellTheme() {
  const { theme } = page.dataset;
  page.classList.toggle("dark-mode", theme === "dark" || (theme !== "light" && device.matches));
}

tellTheme();
device.addEventListener("change", tellTheme);
new MutationObserver(tellTheme).observe(page, { attributes: true, attributeFilter: ["data-theme"] });
