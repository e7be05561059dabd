// Makes an account that is ready to be used: the user, and the subscriptions everybody starts with.
import { Injectable } from '@nestjs/common';
import { StreamsService } from '#modules/streams/streams.service.js';
import { SubscriptionsService } from '#modules/subscriptions/subscriptions.service.js';
import {
  type CreatedUser,
  type Creator,
  type NewUser,
  UsersService,
} from '#modules/users/users.service.js';
import { Database } from '#platform/database/database.js';
import { Role } from '#platform/http/actor.js';

@Injectable()
export class UserSetupService {
  constructor(
    private readonly users: UsersService,
    private readonly streams: StreamsService,
    private readonly subscriptions: SubscriptionsService,
    private readonly database: Database,
  ) {}

  /**
   * Checks the input, not the creator's permission. Joins the present transaction. Guests see only
   * what they are invited to and bots only what they are given, so both start without channels.
   */
  async createUser(creator: Creator, input: NewUser): Promise<CreatedUser> {
    const { realmId } = creator;
    return this.database.transaction(async () => {
      const user = await this.users.create(creator, input);
      if (user.role !== Role.Guest && user.botType === null) {
        const channels = await this.streams.defaults(realmId);
        await this.subscriptions.add(realmId, [user.id], channels);
      }
      return user;
    });
  }
}
