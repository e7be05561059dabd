import { Module } from '@nestjs/common';
import { BotRecordsModule } from '#modules/bots/records';
import { FetchMessagesModule } from '#modules/messages/fetch';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { OutgoingModule } from '#platform/outgoing/outgoing.module.js';
import { OutgoingWebhooksController } from './outgoing-webhooks.controller.js';
import { OutgoingWebhooksWorker } from './outgoing-webhooks.worker.js';
import { PostToBotService } from './post-to-bot.service.js';
import { TriggersService } from './triggers.service.js';
import { WebhookSamples } from './webhook-samples.service.js';

@Module({
  imports: [
    BotRecordsModule,
    FetchMessagesModule,
    OutgoingModule,
    RealmsModule,
    SendMessagesModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [OutgoingWebhooksController],
  providers: [OutgoingWebhooksWorker, PostToBotService, TriggersService, WebhookSamples],
})
export class OutgoingWebhooksModule {}
