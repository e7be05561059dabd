// Creation of an account that is ready for use: the user, its system groups and its first
// subscriptions, in one transaction.
import { Injectable } from '@nestjs/common';
import { Passwords } from '#modules/auth/passwords';
import { AddressRules } from '#modules/realms/domains';
import { DefaultStreamGroupsService } from '#modules/streams/default-stream-groups';
import { type Stream, StreamsService, StreamVisibilityChanges } from '#modules/streams/streams';
import { SubscriptionsService } from '#modules/streams/subscriptions';
import { UserSettingsService } from '#modules/users/settings-catalogue';
import { UserStatusesService } from '#modules/users/status';
import { type CreatedUser, type Creator, type NewUser, UsersService } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { type Actor, Role } from '#platform/http/actor.js';

/** The initial subscriptions of a new user; archived streams are skipped. */
export interface FirstStreams {
  streamIds: number[];
  /** Adds the default streams of the realm. */
  withDefaults: boolean;
  /** Adds the streams of these default stream groups, which the user chose; guests may not. */
  groupIds?: number[];
}

@Injectable()
export class CreateUserService {
  constructor(
    private readonly usersService: UsersService,
    private readonly addressRules: AddressRules,
    private readonly passwords: Passwords,
    private readonly streamsService: StreamsService,
    private readonly defaultStreamGroupsService: DefaultStreamGroupsService,
    private readonly streamVisibilityChanges: StreamVisibilityChanges,
    private readonly subscriptionsService: SubscriptionsService,
    private readonly userSettingsService: UserSettingsService,
    private readonly userStatusesService: UserStatusesService,
    private readonly database: Database,
  ) {}

  /** Creates a member on behalf of an administrator. The first login counts as joining. */
  async createMember(
    actor: Actor,
    { email, fullName, password }: { email: string; fullName: string; password: string },
  ): Promise<CreatedUser> {
    await this.addressRules.check(actor.realmId, email);
    const passwordHash = await this.passwords.hash(password, { email, fullName });
    return this.create(actor, { email, fullName, passwordHash, awaitsFirstLogin: true });
  }

  /**
   * Checks the input, not the permission of the creator. Without `first`, guests and bots start without
   * subscriptions and other users with the default streams. Joins the current transaction.
   */
  async create(creator: Creator, input: NewUser, first?: FirstStreams): Promise<CreatedUser> {
    const { realmId } = creator;
    return this.database.transaction(async () => {
      const user = await this.usersService.create(creator, input);
      await this.publishAway(realmId, user);
      await this.streamVisibilityChanges.lockPrivate(realmId);
      const startsInDefaults = user.role !== Role.Guest && user.botType === null;
      const streams = await this.lockStreams(
        realmId,
        first ?? { streamIds: [], withDefaults: startsInDefaults },
        user.role,
      );
      if (streams.length > 0) await this.subscriptionsService.add(realmId, [user.id], streams);
      return user;
    });
  }

  /** New users start with the defaults of the organization, which can disable presence. */
  private async publishAway(realmId: number, { id: userId, botType }: CreatedUser): Promise<void> {
    if (botType !== null) return;
    const settings = await this.userSettingsService.get({ realmId, userId });
    if (!settings.presence_enabled) {
      await this.userStatusesService.publishAway(realmId, [userId], true);
    }
  }

  private async lockStreams(
    realmId: number,
    { streamIds, withDefaults, groupIds = [] }: FirstStreams,
    role: Role,
  ): Promise<Stream[]> {
    const chosen =
      groupIds.length === 0 || role === Role.Guest
        ? []
        : await this.defaultStreamGroupsService.streamIdsOf(realmId, groupIds);
    const defaults = withDefaults ? await this.streamsService.lockDefaults(realmId) : [];
    const isDefault = new Set(defaults.map(({ id }) => id));
    const others = [...new Set([...streamIds, ...chosen])].filter((id) => !isDefault.has(id));
    const locked = await this.streamsService.lock(realmId, others);
    // A stream of a group may have become private since.
    const mayJoin = ({ id, isArchived, inviteOnly }: Stream): boolean =>
      !isArchived && (!inviteOnly || streamIds.includes(id));
    return [...defaults, ...locked.filter(mayJoin)];
  }
}
