import { Module } from '@nestjs/common';
import { IncomingWebhookBotsSnapshot } from './incoming-webhook-bots.snapshot.js';
import { IntegrationCatalogue } from './integration-catalogue.service.js';

/** The integrations, and what clients need to offer them. */
@Module({
  providers: [IncomingWebhookBotsSnapshot, IntegrationCatalogue],
  exports: [IntegrationCatalogue],
})
export class IntegrationCatalogueModule {}
