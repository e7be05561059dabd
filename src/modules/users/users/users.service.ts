// Creates users, and finds them for the rest of Parley.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups';
import { RealmsService } from '#modules/realms/realms';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { GENERIC_BOT, Role } from '#platform/http/actor.js';
import { canSeeEmail, type Viewer } from '#modules/users/visibility';
import { SYSTEM_BOTS, type SystemBotName } from './system-bots.js';
import { UserApiKeys } from './user-api-keys.service.js';
import { UserEvents } from './user-events.service.js';
import { checkedAddress, checkedFullName } from './user-rules.js';
import { UsersRepository } from './users.repository.js';
import type { UserSummary } from './users.view.js';

/** Who creates a user: a person, or the server itself when there is no `userId`. */
export interface Creator {
  realmId: number;
  userId?: number;
}

export interface NewUser {
  email: string;
  fullName: string;
  role?: Role;
  /** As Passwords.hash makes it. Without one, the user can only log in with the API key. */
  passwordHash?: string | undefined;
  timezone?: string;
  bot?: { type: number; ownerId: number | null };
  /** Somebody else makes the account: its owner joins with the first login. */
  awaitsFirstLogin?: boolean;
  /** Whether the operator lets this owner change the addresses of others. */
  canChangeUserEmails?: boolean;
}

export interface CreatedUser extends UserSummary {
  apiKey: string;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly usersRepository: UsersRepository,
    private readonly userApiKeys: UserApiKeys,
    private readonly groupsService: GroupsService,
    private readonly realmsService: RealmsService,
    private readonly userEvents: UserEvents,
    private readonly database: Database,
  ) {}

  /** Checks the input, not the creator's permission. Joins the present transaction. */
  async create({ realmId }: Creator, input: NewUser): Promise<CreatedUser> {
    const host = await this.realmsService.host(realmId);
    const email = checkedAddress(input.email, host);
    const fullName = checkedFullName(input.fullName);
    const role = input.role ?? Role.Member;
    const { apiKey, hash, sealed } = this.userApiKeys.generate();
    const settings = await this.realmsService.settings(realmId);
    return this.database.transaction(async () => {
      if (
        settings.require_unique_names &&
        (await this.usersRepository.isNameTaken(realmId, fullName))
      ) {
        throw ApiError.badRequest('There is already a user with this name');
      }
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
        throw ApiError.badRequest('There is already an account with this e-mail address');
      }
      const row = await this.usersRepository.findById(realmId, id);
      await this.userEvents.publishCreated(realmId, row!);
      const isFullMember = settings.waiting_period_threshold === 0;
      await this.groupsService.joinSystemGroups(realmId, [{ userId: id, role, isFullMember }]);
      const [user] = await this.usersRepository.summariesByIds(realmId, [id]);
      return { ...user!, apiKey };
    });
  }

  /** For a realm that was just made. Joins the present transaction. */
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

  /** Those of the ids that are users or system bots of the realm, active or not, by id. */
  findByIds(realmId: number, ids: number[]): Promise<UserSummary[]> {
    return this.usersRepository.summariesByIds(realmId, ids);
  }

  /** Those of the ids and those with one of the names, whatever its case; active ones first. */
  findByIdsOrNames(realmId: number, ids: number[], names: string[]): Promise<UserSummary[]> {
    return this.usersRepository.summariesByIdsOrNames(realmId, ids, names);
  }

  /**
   * By the addresses that the API shows and by those real ones that the observer may see, whatever
   * the case; without an observer by all of them. Else as findByIds.
   */
  async findByEmails(
    realmId: number,
    emails: string[],
    viewer?: Pick<Viewer, 'userId' | 'role'>,
  ): Promise<UserSummary[]> {
    const found = await this.usersRepository.summariesByEmails(realmId, emails);
    if (!viewer) return found;
    const given = new Set(emails.map((email) => email.toLowerCase()));
    return found.filter((user) => given.has(user.email.toLowerCase()) || canSeeEmail(viewer, user));
  }

  /** All users but system bots, deactivated ones included. */
  allIds(realmId: number): Promise<number[]> {
    return this.usersRepository.allIds(realmId);
  }

  /** The active users with this role or one above it, down to moderators. */
  idsWithRole(realmId: number, leastRole: Role): Promise<number[]> {
    return this.usersRepository.idsWithRole(realmId, leastRole);
  }

  /** The newest message that was sent to the user; -1 when there is none. */
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
