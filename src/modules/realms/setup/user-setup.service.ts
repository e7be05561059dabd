// Makes an account that is ready to be used: the user, and the subscriptions everybody starts with.
import { Injectable } from '@nestjs/common';
import { StreamsService, StreamVisibilityChanges } from '#modules/streams/streams';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { type CreatedUser, type Creator, type NewUser, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

/** Where somebody starts who was told where to. */
export interface FirstStreams {
  streamIds: number[];
  /** Those that new members are subscribed to as well. */
  withDefaults: boolean;
}

@Injectable()
export class UserSetupService {
  constructor(
    private readonly usersService: UsersService,
    private readonly streamsService: StreamsService,
    private readonly streamVisibilityChanges: StreamVisibilityChanges,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly database: Database,
  ) {}

  /**
   * Checks the input, not the creator's permission. Joins the present transaction. Guests see only
   * what they are invited to and bots only what they are given, so both start without channels
   * unless there are `first` ones; archived ones are left out.
   */
  async createUser(creator: Creator, input: NewUser, first?: FirstStreams): Promise<CreatedUser> {
    const { realmId } = creator;
    return this.database.transaction(async () => {
      const user = await this.usersService.create(creator, input);
      await this.streamVisibilityChanges.lockPrivate(realmId);
      const startsInDefaults = user.role !== Role.Guest && user.botType === null;
      const { streamIds, withDefaults } = first ?? {
        streamIds: [],
        withDefaults: startsInDefaults,
      };
      const defaults = withDefaults ? await this.streamsService.lockDefaults(realmId) : [];
      const others = await this.streamsService.lock(
        realmId,
        streamIds.filter((id) => !defaults.some((stream) => stream.id === id)),
      );
      const channels = [...defaults, ...others.filter(({ is_archived: isClosed }) => !isClosed)];
      if (channels.length > 0) await this.subscriptionsService.add(realmId, [user.id], channels);
      return user;
    });
  }
}
