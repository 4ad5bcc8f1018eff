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
