// A file of its own, because the content security policy allows no script inside the page.
globalThis.SwaggerUIBundle({
  dom_id: '#swagger-ui',
  url: '/api/openapi.json',
  deepLinking: true,
  showExtensions: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
