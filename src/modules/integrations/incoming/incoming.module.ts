import { Module } from '@nestjs/common';
import { IntegrationCatalogueModule } from '#modules/integrations/catalogue';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { UsersModule } from '#modules/users/users';
import { ExternalController } from './external.controller.js';
import { IncomingWebhooksService } from './incoming-webhooks.service.js';
import { IntegrationPagesController } from './integration-pages.controller.js';
import { NotificationSender } from './notification-sender.service.js';
import { WebhookMetrics } from './webhook-metrics.js';

@Module({
  imports: [IntegrationCatalogueModule, RealmsModule, SendMessagesModule, UsersModule],
  controllers: [ExternalController, IntegrationPagesController],
  providers: [IncomingWebhooksService, NotificationSender, WebhookMetrics],
})
export class IncomingWebhooksModule {}
