import { Module } from '@nestjs/common';
import { MessagesModule } from '#modules/messages/messages.module.js';
import { RealmsModule } from '#modules/realms/realms.module.js';
import { StreamsModule } from '#modules/streams/streams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { DatabaseModule } from '#platform/database/database.module.js';
import { ListSubscriptionsService } from './list-subscriptions.service.js';
import { PrincipalsService } from './principals.service.js';
import { SubscribeService } from './subscribe.service.js';
import { SubscriptionEntity } from './subscription.entity.js';
import { SubscriptionNotices } from './subscription-notices.service.js';
import { SubscriptionTargets } from './subscription-targets.access.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { SubscriptionsSnapshot } from './subscriptions.snapshot.js';
import { UnsubscribeService } from './unsubscribe.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature([SubscriptionEntity]),
    MessagesModule,
    RealmsModule,
    StreamsModule,
    UsersModule,
  ],
  controllers: [SubscriptionsController],
  providers: [
    ListSubscriptionsService,
    PrincipalsService,
    SubscribeService,
    SubscriptionNotices,
    SubscriptionTargets,
    SubscriptionsRepository,
    SubscriptionsService,
    SubscriptionsSnapshot,
    UnsubscribeService,
  ],
  exports: [SubscriptionsService, SubscriptionsSnapshot],
})
export class SubscriptionsModule {}
