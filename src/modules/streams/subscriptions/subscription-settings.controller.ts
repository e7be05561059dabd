import { Controller } from '@nestjs/common';
import { type Actor, CurrentActor } from '#platform/http/actor.js';
import type { ResponseOf } from '#platform/http/contract.js';
import { Input, PathId } from '#platform/http/parameters/input.js';
import { Patch, Post } from '#platform/http/write-routes.js';
import { ChangeSubscriptionsService } from './change-subscriptions.service.js';
import {
  ChangeSubscriptionSettingDto,
  ChangeSubscriptionSettingsDto,
  ChangeSubscriptionsDto,
} from './subscription-settings.dto.js';
import { SubscriptionSettingsService } from './subscription-settings.service.js';

@Controller('users/me/subscriptions')
export class SubscriptionSettingsController {
  constructor(
    private readonly changeSubscriptionsService: ChangeSubscriptionsService,
    private readonly subscriptionSettingsService: SubscriptionSettingsService,
  ) {}

  @Patch()
  async change(
    @CurrentActor() actor: Actor,
    @Input() { add, delete: leave }: ChangeSubscriptionsDto,
  ): Promise<ResponseOf<'update-subscriptions'>> {
    const changed = await this.changeSubscriptionsService.change(actor, { join: add, leave });
    const byUser = (names: string[]): Record<string, string[]> =>
      names.length === 0 ? {} : { [actor.email]: names };
    return {
      subscribed: byUser(changed.subscribed),
      already_subscribed: byUser(changed.alreadySubscribed),
      removed: changed.removed,
      not_removed: changed.notRemoved,
    };
  }

  @Post('properties')
  async changeMany(
    @CurrentActor() actor: Actor,
    @Input() { subscription_data: changes }: ChangeSubscriptionSettingsDto,
  ): Promise<ResponseOf<'update-subscription-settings'>> {
    await this.subscriptionSettingsService.change(
      actor,
      changes.map(({ stream_id: streamId, property, value }) => ({ streamId, property, value })),
    );
  }

  @Patch(':stream_id')
  async changeOne(
    @CurrentActor() actor: Actor,
    @PathId('stream_id') streamId: number,
    @Input() { property, value }: ChangeSubscriptionSettingDto,
  ): Promise<ResponseOf<'update-subscription-property'>> {
    await this.subscriptionSettingsService.change(actor, [
      { streamId, property, value: booleanOr(value) },
    ]);
  }
}

function booleanOr(text: string): boolean | string {
  return text === 'true' || text === 'false' ? text === 'true' : text;
}
