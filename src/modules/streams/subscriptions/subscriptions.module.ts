import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessageFlagsModule } from '#modules/messages/flags';
import { SendMessagesModule } from '#modules/messages/send';
import { RealmsModule } from '#modules/realms/realms';
import { StreamsModule, SubscriptionEntity } from '#modules/streams/streams';
import { UsersModule } from '#modules/users/users';
import { VisibilityModule } from '#modules/users/visibility';
import { VisibilityChangesModule } from '#modules/users/visibility-changes';
import { ChangeSubscriptionsService } from './change-subscriptions.service.js';
import { ListSubscriptionsService } from './list-subscriptions.service.js';
import { PrincipalsService } from './principals.service.js';
import { StreamAccessEvents } from './stream-access-events.service.js';
import { SubscribeService } from './subscribe.service.js';
import { SubscribersController } from './subscribers.controller.js';
import { SubscribersService } from './subscribers.service.js';
import { SubscriptionNotifications } from './subscription-notifications.service.js';
import { SubscriptionSettingsController } from './subscription-settings.controller.js';
import { SubscriptionSettingsRepository } from './subscription-settings.repository.js';
import { SubscriptionSettingsService } from './subscription-settings.service.js';
import { SubscriptionTargetsAccess } from './subscription-targets.access.js';
import { SubscriptionsController } from './subscriptions.controller.js';
import { SubscriptionsRepository } from './subscriptions.repository.js';
import { SubscriptionsService } from './subscriptions.service.js';
import { SubscriptionsSnapshot } from './subscriptions.snapshot.js';
import { UnsubscribeService } from './unsubscribe.service.js';

@Module({
  imports: [
    MessageFlagsModule,
    SendMessagesModule,
    TypeOrmModule.forFeature([SubscriptionEntity]),
    VisibilityChangesModule,
    RealmsModule,
    StreamsModule,
    UsersModule,
    VisibilityModule,
  ],
  controllers: [SubscribersController, SubscriptionSettingsController, SubscriptionsController],
  providers: [
    ChangeSubscriptionsService,
    ListSubscriptionsService,
    PrincipalsService,
    StreamAccessEvents,
    SubscribeService,
    SubscribersService,
    SubscriptionNotifications,
    SubscriptionSettingsRepository,
    SubscriptionSettingsService,
    SubscriptionTargetsAccess,
    SubscriptionsRepository,
    SubscriptionsService,
    SubscriptionsSnapshot,
    UnsubscribeService,
  ],
  exports: [PrincipalsService, StreamAccessEvents, SubscriptionNotifications, SubscriptionsService],
})
export class SubscriptionsModule {}
