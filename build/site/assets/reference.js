// The interactive reference; everything it loads lies in this tree.
window.SwaggerUIBundle({
  url: "/api/v1/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  docExpansion: "list",
  defaultModelsExpandDepth: 0,
  // Its online validator would be a request to a third party.
  validatorUrl: null,
});

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
