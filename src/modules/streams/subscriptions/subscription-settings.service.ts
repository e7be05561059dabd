// Changes the settings of subscriptions. Only settings whose value changes are written and published.
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  type SubscriptionSettings,
  subscriptionEvent,
  forClientsOf,
} from '#modules/streams/streams';
import { propertiesOf, settingOf, type SubscriptionProperty } from './subscription-settings.js';
import {
  type LockedSubscription,
  SubscriptionSettingsRepository,
} from './subscription-settings.repository.js';

export interface SettingChange {
  streamId: number;
  property: SubscriptionProperty;
  value: unknown;
}

@Injectable()
export class SubscriptionSettingsService {
  constructor(
    private readonly subscriptionSettingsRepository: SubscriptionSettingsRepository,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Applies all changes or none; later changes of the same setting win. */
  async change(actor: Actor, changes: SettingChange[]): Promise<void> {
    const requested = new Map<number, Partial<SubscriptionSettings>>();
    for (const { streamId, property, value } of changes) {
      requested.set(streamId, { ...requested.get(streamId), ...settingOf(property, value) });
    }
    await this.database.transaction(async () => {
      const existing = await this.subscriptionSettingsRepository.lock(actor.userId, [
        ...requested.keys(),
      ]);
      const changed = new Map<number, Partial<SubscriptionSettings>>();
      for (const [streamId, settings] of requested) {
        const own = existing.get(streamId);
        if (!own)
          throw ApiError.badRequest(
            `You are not subscribed to the channel with the ID ${streamId}`,
          );
        const difference = differenceOf(own, settings);
        if (Object.keys(difference).length > 0) changed.set(streamId, difference);
      }
      await this.subscriptionSettingsRepository.update(actor.userId, changed);
      for (const [streamId, settings] of changed) {
        this.publish(actor, existing.get(streamId)!, settings);
      }
    });
  }

  private publish(
    actor: Actor,
    subscription: LockedSubscription,
    settings: Partial<SubscriptionSettings>,
  ): void {
    for (const [property, value] of propertiesOf(settings)) {
      this.eventLog.append(
        subscriptionEvent(
          actor.realmId,
          {
            op: 'update',
            stream_id: subscription.streamId,
            property,
            value,
            ...forClientsOf(subscription),
          },
          Audience.user(actor.userId),
        ),
      );
    }
  }
}

function differenceOf(
  own: SubscriptionSettings,
  settings: Partial<SubscriptionSettings>,
): Partial<SubscriptionSettings> {
  const entries = Object.entries(settings) as [keyof SubscriptionSettings, unknown][];
  return Object.fromEntries(entries.filter(([name, value]) => own[name] !== value));
}
