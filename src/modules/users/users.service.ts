// Creates users, and finds them for the rest of Parley.
import { Injectable } from '@nestjs/common';
import { GroupsService } from '#modules/groups/groups.service.js';
import { LIMITS, RealmsService } from '#modules/realms/realms.service.js';
import { Database } from '#platform/database/database.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';
import { SYSTEM_BOTS, type SystemBotName } from './system-bots.js';
import { UserCredentials } from './user-credentials.service.js';
import { checkedEmail, checkedFullName } from './user-rules.js';
import { realmUserEvent, userAdded } from './users.events.js';
import { UsersRepository } from './users.repository.js';
import type { UserSummary } from './users.view.js';

export type { SystemBotName } from './system-bots.js';

/** Who creates a user: a person, or the server itself when there is no `userId`. */
export interface Creator {
  realmId: number;
  userId?: number;
}

export interface NewUser {
  email: string;
  fullName: string;
  role?: Role;
  /** Without one, the user can only log in with the API key. */
  password?: string;
  timezone?: string;
  bot?: { type: number; ownerId: number | null };
}

export interface CreatedUser extends UserSummary {
  apiKey: string;
}

@Injectable()
export class UsersService {
  constructor(
    private readonly repository: UsersRepository,
    private readonly credentials: UserCredentials,
    private readonly groups: GroupsService,
    private readonly realms: RealmsService,
    private readonly database: Database,
    private readonly eventLog: EventLog,
  ) {}

  /** Checks the input, not the creator's permission. Joins the present transaction. */
  async create({ realmId }: Creator, input: NewUser): Promise<CreatedUser> {
    const email = checkedEmail(input.email);
    const fullName = checkedFullName(input.fullName);
    const role = input.role ?? Role.Member;
    const passwordHash = input.password === undefined ? null : await this.hash(input.password);
    const { apiKey, hash, sealed } = this.credentials.newApiKey();
    const settings = await this.realms.settings(realmId);
    return this.database.transaction(async () => {
      if (settings.require_unique_names && (await this.repository.isNameTaken(realmId, fullName))) {
        throw ApiError.badRequest('There is already a user with this name');
      }
      const id = await this.repository.insert(realmId, {
        email,
        fullName,
        role,
        botType: input.bot?.type ?? null,
        botOwnerId: input.bot?.ownerId ?? null,
        isSystemBot: false,
        timezone: input.timezone ?? '',
        passwordHash,
        apiKeyHash: hash,
        apiKeySealed: sealed,
      });
      if (id === undefined) {
        throw ApiError.badRequest('There is already an account with this e-mail address');
      }
      const row = await this.repository.findById(realmId, id);
      this.eventLog.append(realmUserEvent(realmId, userAdded(row!), Audience.realm()));
      const isFullMember = settings.waiting_period_threshold === 0;
      await this.groups.joinSystemGroups(realmId, [{ userId: id, role, isFullMember }]);
      const [user] = await this.repository.summariesByIds(realmId, [id]);
      return { ...user!, apiKey };
    });
  }

  /** For a realm that was just made. Joins the present transaction. */
  async createSystemBots(realmId: number): Promise<void> {
    for (const { email, fullName } of Object.values(SYSTEM_BOTS)) {
      const { hash, sealed } = this.credentials.newApiKey();
      await this.repository.insert(realmId, {
        email,
        fullName,
        role: Role.Member,
        botType: GENERIC_BOT,
        botOwnerId: null,
        isSystemBot: true,
        timezone: '',
        passwordHash: null,
        apiKeyHash: hash,
        apiKeySealed: sealed,
      });
    }
  }

  /** Those of the ids that are users or system bots of the realm, active or not, by id. */
  findByIds(realmId: number, ids: number[]): Promise<UserSummary[]> {
    return this.repository.summariesByIds(realmId, ids);
  }

  /** Those of the ids and those with one of the names, whatever its case; active ones first. */
  findByIdsOrNames(realmId: number, ids: number[], names: string[]): Promise<UserSummary[]> {
    return this.repository.summariesByIdsOrNames(realmId, ids, names);
  }

  /** By real addresses or by those that the API shows, whatever the case; else as findByIds. */
  findByEmails(realmId: number, emails: string[]): Promise<UserSummary[]> {
    return this.repository.summariesByEmails(realmId, emails);
  }

  /** The newest message that was sent to the user; -1 when there is none. */
  latestMessageId(userId: number): Promise<number> {
    return this.repository.latestMessageId(userId);
  }

  async systemBot(realmId: number, name: SystemBotName): Promise<UserSummary> {
    const { email } = SYSTEM_BOTS[name];
    const [bot] = await this.repository.summariesByEmails(realmId, [email]);
    if (!bot) throw new Error(`Realm ${realmId} has no ${name}`);
    return bot;
  }

  private hash(password: string): Promise<string> {
    const length = [...password].length;
    if (length < LIMITS.password_min_length) throw ApiError.badRequest('The password is too short');
    if (length > LIMITS.password_max_length) throw ApiError.badRequest('The password is too long');
    return this.credentials.hashPassword(password);
  }
}

const GENERIC_BOT = 1;
