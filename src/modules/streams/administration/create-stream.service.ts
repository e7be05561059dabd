// POST /channels/create: creates one stream, which must not exist, and subscribes users to it.
import { Injectable } from '@nestjs/common';
import { RealmPermissions } from '#modules/realms/realms';
import {
  CreateStreamsAccess,
  CreateStreamsService,
  type StreamSettings,
} from '#modules/streams/streams';
import { SubscriptionNotifications, SubscriptionsService } from '#modules/streams/subscriptions';
import type { UserSummary } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';

export interface NewStreamInput {
  name: string;
  description: string;
  people: UserSummary[];
  settings: StreamSettings;
  announce: boolean;
  sendMessages: boolean;
}

@Injectable()
export class CreateStreamService {
  constructor(
    private readonly createStreamsAccess: CreateStreamsAccess,
    private readonly realmPermissions: RealmPermissions,
    private readonly createStreamsService: CreateStreamsService,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly subscriptionNotifications: SubscriptionNotifications,
    private readonly database: Database,
  ) {}

  /** Returns the id of the stream. */
  async create(actor: Actor, input: NewStreamInput): Promise<number> {
    const { people, settings } = input;
    await this.createStreamsAccess.check(actor, settings);
    if (
      people.some(({ id }) => id !== actor.userId) &&
      !(await this.realmPermissions.holds(actor, 'can_add_subscribers_group'))
    ) {
      throw new ApiError('UNAUTHORIZED_PRINCIPAL', 400, 'You may not subscribe other users');
    }
    const userIds = people.map(({ id }) => id);
    return this.database.transaction(async () => {
      await this.subscriptionsService.lockUsers(userIds);
      const created = await this.createStreamsService.create(
        actor.realmId,
        actor.userId,
        [{ name: input.name, description: input.description }],
        settings,
      );
      const [stream] = created;
      if (!stream) throw streamExists(input.name.trim());
      const added = await this.subscriptionsService.add(actor.realmId, userIds, created, {
        created,
      });
      await this.subscriptionNotifications.send(actor, {
        people,
        streams: created,
        created,
        added,
        announce: input.announce,
        sendMessages: input.sendMessages,
      });
      return stream.id;
    });
  }
}

function streamExists(name: string): ApiError {
  return new ApiError('CHANNEL_ALREADY_EXISTS', 409, `Channel '${name}' already exists`, {
    channel_name: name,
  });
}
