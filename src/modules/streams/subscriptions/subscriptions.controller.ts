import { Controller, Get } from '@nestjs/common';
import { streamSettings } from '#modules/streams/streams';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input } from '#platform/http/parameters/input.js';
import { Delete, Post } from '#platform/http/write-routes.js';
import { ListSubscriptionsService } from './list-subscriptions.service.js';
import { PrincipalsService } from './principals.service.js';
import { SubscribeService } from './subscribe.service.js';
import { GetSubscriptionsDto, SubscribeDto, UnsubscribeDto } from './subscriptions.dto.js';
import { UnsubscribeService } from './unsubscribe.service.js';

@Controller('users/me/subscriptions')
export class SubscriptionsController {
  constructor(
    private readonly listSubscriptionsService: ListSubscriptionsService,
    private readonly principalsService: PrincipalsService,
    private readonly subscribeService: SubscribeService,
    private readonly unsubscribeService: UnsubscribeService,
  ) {}

  @Get()
  async list(
    @CurrentActor() actor: Actor,
    @Input() input: GetSubscriptionsDto,
  ): Promise<ResponseOf<'get-subscriptions'>> {
    const { subscriptions } = await this.listSubscriptionsService.list(actor, {
      includeSubscribers: input.include_subscribers,
      includeArchived: false,
    });
    return { subscriptions };
  }

  @Post()
  async subscribe(
    @CurrentActor() actor: Actor,
    @Input() input: SubscribeDto,
  ): Promise<ResponseOf<'subscribe'>> {
    const result = await this.subscribeService.subscribe(actor, {
      streams: input.subscriptions,
      people: await this.principalsService.resolve(actor, input.principals),
      settings: streamSettings(input),
      refusalsAreFatal: input.authorization_errors_fatal,
      announce: input.announce,
      sendMessages: input.send_new_subscription_messages,
    });
    return {
      subscribed: Object.fromEntries(result.subscribed),
      already_subscribed: Object.fromEntries(result.alreadySubscribed),
      ...(input.authorization_errors_fatal ? {} : { unauthorized: result.unauthorized }),
      ...(input.send_new_subscription_messages
        ? { new_subscription_messages_sent: result.messagesSent }
        : {}),
    };
  }

  @Delete()
  async unsubscribe(
    @CurrentActor() actor: Actor,
    @Input() input: UnsubscribeDto,
  ): Promise<ResponseOf<'unsubscribe'>> {
    const people = await this.principalsService.resolve(actor, input.principals);
    const result = await this.unsubscribeService.unsubscribe(actor, input.subscriptions, people);
    return { removed: result.removed, not_removed: result.notRemoved };
  }
}
