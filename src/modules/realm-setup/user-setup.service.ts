// Makes an account that is ready to be used: the user, and the subscriptions everybody starts with.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms.service.js';
import { StreamVisibility } from '#modules/streams/stream-visibility.service.js';
import { StreamsService } from '#modules/streams/streams.service.js';
import { SubscriptionsService } from '#modules/subscriptions/subscriptions.service.js';
import {
  type CreatedUser,
  type Creator,
  type NewUser,
  UsersService,
} from '#modules/users/users.service.js';
import type { UserSummary } from '#modules/users/users.view.js';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';

/** The part of a bot's address before `-bot@`. */
const SHORT_NAME = /^[a-z0-9][a-z0-9._+-]{0,49}$/i;

/** Where somebody starts who was told where to. */
export interface FirstChannels {
  streamIds: number[];
  /** Those that new members are subscribed to as well. */
  withDefaults: boolean;
}

export interface NewBot {
  fullName: string;
  shortName: string;
  /** As in Actor.botType. */
  type: number;
}

@Injectable()
export class UserSetupService {
  constructor(
    private readonly users: UsersService,
    private readonly realms: RealmsService,
    private readonly streams: StreamsService,
    private readonly visibility: StreamVisibility,
    private readonly subscriptions: SubscriptionsService,
    private readonly database: Database,
  ) {}

  /**
   * Checks the input, not the creator's permission. Joins the present transaction. Guests see only
   * what they are invited to and bots only what they are given, so both start without channels
   * unless there are `first` ones; archived ones are left out.
   */
  async createUser(creator: Creator, input: NewUser, first?: FirstChannels): Promise<CreatedUser> {
    const { realmId } = creator;
    return this.database.transaction(async () => {
      const user = await this.users.create(creator, input);
      await this.visibility.lockPrivate(realmId);
      const startsInDefaults = user.role !== Role.Guest && user.botType === null;
      const { streamIds, withDefaults } = first ?? {
        streamIds: [],
        withDefaults: startsInDefaults,
      };
      const defaults = withDefaults ? await this.streams.lockDefaults(realmId) : [];
      const others = await this.streams.lock(
        realmId,
        streamIds.filter((id) => !defaults.some((stream) => stream.id === id)),
      );
      const channels = [...defaults, ...others.filter(({ is_archived: isClosed }) => !isClosed)];
      if (channels.length > 0) await this.subscriptions.add(realmId, [user.id], channels);
      return user;
    });
  }

  /** Throws when a bot can not be called that. */
  async botAddress(realmId: number, shortName: string): Promise<string> {
    if (!SHORT_NAME.test(shortName)) {
      throw ApiError.badRequest('The short name of a bot may have letters, digits and . _ + -');
    }
    return `${shortName}-bot@${await this.realms.host(realmId)}`;
  }

  /** A bot of its owner's realm. Checks the input, not whether the owner may have bots. */
  async createBot(owner: UserSummary, { fullName, shortName, type }: NewBot): Promise<CreatedUser> {
    if (!owner.isActive || owner.botType !== null) {
      throw ApiError.badRequest('A bot must belong to an active person');
    }
    const email = await this.botAddress(owner.realmId, shortName);
    return this.createUser(
      { realmId: owner.realmId, userId: owner.id },
      { email, fullName, bot: { type, ownerId: owner.id } },
    );
  }
}
