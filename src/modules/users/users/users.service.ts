// Creation of users, and the lookups that other modules need.
import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/realms/audit-log';
import { GroupsService } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { GENERIC_BOT, Role } from '#platform/http/actor.js';
import { canSeeEmail, type Viewer } from '#modules/users/visibility';
import { SYSTEM_BOTS, type SystemBotName } from './system-bots.js';
import { UserApiKeys } from './user-api-keys.service.js';
import { UserChanges } from './user-changes.service.js';
import { UserEvents } from './user-events.service.js';
import { checkedAddress, checkedFullName } from './user-rules.js';
import { UsersRepository, type UserSummary } from './users.repository.js';

/** The user who creates another one; the server itself without `userId`. */
export interface Creator {
  realmId: number;
  userId?: number;
}

export interface NewUser {
  email: string;
  fullName: string;
  role?: Role;
  /** A result of Passwords.hash. Without one, the user can only authenticate with the API key. */
  passwordHash?: string | undefined;
  timezone?: string;
  bot?: { type: number; ownerId: number | null };
  /** The first login counts as joining. */
  awaitsFirstLogin?: boolean;
  /** Whether the operator allows this owner to change the addresses of others. */
  canChangeUserEmails?: boolean;
}

export interface CreatedUser extends UserSummary {
  apiKey: string;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly userChanges: UserChanges,
    private readonly userApiKeys: UserApiKeys,
    private readonly groupsService: GroupsService,
    private readonly realmsService: RealmsService,
    private readonly userEvents: UserEvents,
    private readonly auditLog: AuditLog,
    private readonly database: Database,
  ) {}

  /**
   * Creates a user in the system groups, without subscriptions. Checks the input, not the permission of
   * the creator. Joins the current transaction.
   */
  async create({ realmId }: Creator, input: NewUser): Promise<CreatedUser> {
    const host = await this.realmsService.host(realmId);
    const email = checkedAddress(input.email, host);
    const fullName = checkedFullName(input.fullName);
    const role = input.role ?? Role.Member;
    const { apiKey, hash, sealed } = this.userApiKeys.generate();
    const settings = await this.realmsService.settings(realmId);
    return this.database.transaction(async () => {
      await this.userChanges.requireUniqueName(realmId, fullName);
      const id = await this.usersRepository.insert(realmId, {
        email,
        host,
        fullName,
        role,
        botType: input.bot?.type ?? null,
        botOwnerId: input.bot?.ownerId ?? null,
        isSystemBot: false,
        timezone: input.timezone ?? '',
        passwordHash: input.passwordHash ?? null,
        apiKeyHash: hash,
        apiKeySealed: sealed,
        awaitsFirstLogin: input.awaitsFirstLogin ?? false,
        canChangeUserEmails: input.canChangeUserEmails ?? false,
      });
      if (id === undefined) {
        throw ApiError.badRequest('There is already an account with this email address');
      }
      const user = await this.userChanges.get(realmId, id);
      this.auditLog.record(realmId, {
        kind: 'user.created',
        targetIds: [id],
        after: {
          email,
          full_name: fullName,
          role,
          bot_type: user.botType,
          bot_owner_id: user.botOwnerId,
        },
      });
      await this.userEvents.publishCreated(realmId, user);
      const isFullMember = settings.waiting_period_threshold === 0;
      await this.groupsService.joinSystemGroups(realmId, [{ userId: id, role, isFullMember }]);
      return { ...user, apiKey };
    });
  }

  /** For a realm that the current transaction creates. */
  async createSystemBots(realmId: number): Promise<void> {
    for (const { email, fullName } of Object.values(SYSTEM_BOTS)) {
      const { hash, sealed } = this.userApiKeys.generate();
      await this.usersRepository.insert(realmId, {
        email,
        host: '',
        fullName,
        role: Role.Member,
        botType: GENERIC_BOT,
        botOwnerId: null,
        isSystemBot: true,
        timezone: '',
        passwordHash: null,
        apiKeyHash: hash,
        apiKeySealed: sealed,
        awaitsFirstLogin: false,
        canChangeUserEmails: false,
      });
    }
  }

  /** Includes deactivated users and system bots; ordered by id. */
  findByIds(realmId: number, ids: number[]): Promise<UserSummary[]> {
    return this.usersRepository.summariesByIds(realmId, ids);
  }

  /** Matches names regardless of case; active users first. */
  findByIdsOrNames(realmId: number, ids: number[], names: string[]): Promise<UserSummary[]> {
    return this.usersRepository.summariesByIdsOrNames(realmId, ids, names);
  }

  /**
   * Matches shown addresses, and real ones that the viewer may see, or all without a viewer; regardless
   * of case. Includes deactivated users and system bots; by id.
   */
  async findByEmails(
    realmId: number,
    emails: string[],
    viewer?: Pick<Viewer, 'userId' | 'role'>,
  ): Promise<UserSummary[]> {
    const users = await this.usersRepository.summariesByEmails(realmId, emails);
    if (!viewer) return users;
    const named = new Set(emails.map((email) => email.toLowerCase()));
    return users.filter((user) => named.has(user.email.toLowerCase()) || canSeeEmail(viewer, user));
  }

  /** All users except system bots, including deactivated ones. */
  allIds(realmId: number): Promise<number[]> {
    return this.usersRepository.allIds(realmId);
  }

  /** The active users who are not bots, by id. */
  findActivePeople(realmId: number): Promise<{ userId: number; role: Role }[]> {
    return this.usersRepository.findActivePeople(realmId);
  }

  /** The active users with this role or one above it, down to moderators. */
  idsWithRole(realmId: number, leastRole: Role): Promise<number[]> {
    return this.usersRepository.idsWithRole(realmId, leastRole);
  }

  /** The newest message that the user received; -1 without one. */
  latestMessageId(userId: number): Promise<number> {
    return this.usersRepository.latestMessageId(userId);
  }

  async systemBot(realmId: number, name: SystemBotName): Promise<UserSummary> {
    const { email } = SYSTEM_BOTS[name];
    const [bot] = await this.usersRepository.summariesByEmails(realmId, [email]);
    if (!bot) throw new Error(`Realm ${realmId} has no ${name}`);
    return bot;
  }
}
