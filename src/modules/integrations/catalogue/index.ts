export { IntegrationCatalogueModule } from './catalogue.module.js';
export { urlOptions } from './incoming-webhook-bots.view.js';
export { IntegrationCatalogue } from './integration-catalogue.service.js';
