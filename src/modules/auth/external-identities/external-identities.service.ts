// Accounts of users who log in with an identity provider (LDAP, OpenID Connect). An account is found by
// its email address, and created at the first login if the operator and the organization allow it. Each
// login updates the account with the data of the provider; values that the organization does not accept
// are logged and skipped, and never prevent the login.
import { Injectable } from '@nestjs/common';
import { PinoLogger } from 'nestjs-pino';
import { type LoginAccount, LoginAccountsRepository } from '#modules/auth/authentication';
import { GroupsService } from '#modules/groups/groups';
import { UserGroupMembersService } from '#modules/groups/user-groups';
import { AddressRules } from '#modules/realms/domains';
import { RealmsService } from '#modules/realms/realms';
import { ChangeRoleService } from '#modules/users/accounts';
import { CreateUserService } from '#modules/users/creation';
import { ProfileValues } from '#modules/users/profile-fields';
import { operatorOf, UserChanges } from '#modules/users/users';
import { Database } from '#platform/database/database.js';
import { ApiError } from '#platform/http/api-error.js';
import { Role } from '#platform/http/actor.js';

export interface ExternalIdentity {
  email: string;
  /** Undefined keeps the name of the account; a new one gets the local part of the address. */
  fullName: string | undefined;
  /** Undefined keeps the role of the account; a new one is a member. */
  role: Role | undefined;
  details?: IdentityDetails;
}

/** Keyed by the names of groups and profile fields in the organization, regardless of case. */
export interface IdentityDetails {
  /** Whether the user is a member. */
  groups: ReadonlyMap<string, boolean>;
  /** Null empties the field. */
  profile: ReadonlyMap<string, string | null>;
}

@Injectable()
export class ExternalIdentities {
  constructor(
    private readonly loginAccountsRepository: LoginAccountsRepository,
    private readonly createUserService: CreateUserService,
    private readonly addressRules: AddressRules,
    private readonly realmsService: RealmsService,
    private readonly userChanges: UserChanges,
    private readonly changeRoleService: ChangeRoleService,
    private readonly groupsService: GroupsService,
    private readonly userGroupMembersService: UserGroupMembersService,
    private readonly profileValues: ProfileValues,
    private readonly database: Database,
    private readonly logger: PinoLogger,
  ) {}

  /** Returns null when there is no account and none may be created. */
  async findAccount(
    realmId: number,
    identity: ExternalIdentity,
    { mayCreate }: { mayCreate: boolean },
  ): Promise<LoginAccount | null> {
    const existing = await this.loginAccountsRepository.findByEmail(realmId, identity.email);
    if (existing) {
      if (existing.isActive) await this.update(realmId, existing, identity);
      return existing;
    }
    if (!mayCreate) return null;
    await this.attempt(realmId, () => this.create(realmId, identity));
    const created = await this.loginAccountsRepository.findByEmail(realmId, identity.email);
    if (created) await this.updateDetails(realmId, created.id, identity.details);
    return created;
  }

  private async create(
    realmId: number,
    { email, fullName, role }: ExternalIdentity,
  ): Promise<void> {
    const { invite_required: isInvitationRequired } = await this.realmsService.settings(realmId);
    if (isInvitationRequired) throw ApiError.badRequest('An invitation is required to join');
    await this.addressRules.check(realmId, email);
    const localPart = email.split('@', 1)[0]!;
    await this.createUserService.create(
      { realmId },
      { email, fullName: fullName ?? localPart, role: role ?? Role.Member },
    );
  }

  private async update(
    realmId: number,
    { id: userId, ...account }: LoginAccount,
    { fullName, role, details }: ExternalIdentity,
  ): Promise<void> {
    if (fullName !== undefined && fullName !== account.fullName) {
      await this.attempt(realmId, async () => {
        const user = await this.userChanges.lock(realmId, userId);
        await this.userChanges.rename(realmId, user, fullName);
      });
    }
    if (role !== undefined && role !== account.role) {
      const actor = operatorOf(realmId);
      await this.attempt(realmId, () => this.changeRoleService.change(actor, userId, role));
    }
    await this.updateDetails(realmId, userId, details);
  }

  private async updateDetails(
    realmId: number,
    userId: number,
    details: IdentityDetails | undefined,
  ): Promise<void> {
    if (!details) return;
    await this.attempt(realmId, () => this.setGroups(realmId, userId, details.groups));
    for (const [name, value] of details.profile) {
      await this.attempt(realmId, () => this.setProfileField(realmId, userId, name, value));
    }
  }

  private async setGroups(
    realmId: number,
    userId: number,
    groups: IdentityDetails['groups'],
  ): Promise<void> {
    if (groups.size === 0) return;
    const byName = new Map([...groups].map(([name, isIn]) => [name.toLowerCase(), isIn]));
    const existing = await this.groupsService.findByNames(realmId, [...groups.keys()]);
    const memberships = existing.map(({ id, name }): [number, boolean] => [
      id,
      byName.get(name.toLowerCase()) === true,
    ]);
    await this.userGroupMembersService.setMemberships(realmId, userId, new Map(memberships));
  }

  private async setProfileField(
    realmId: number,
    userId: number,
    name: string,
    value: string | null,
  ): Promise<void> {
    const id = await this.profileValues.findFieldId(realmId, name);
    if (id === undefined) return;
    await this.profileValues.set(operatorOf(realmId), userId, [{ id, value }]);
  }

  /** Runs one change in a transaction; a value that the organization rejects is logged. */
  private async attempt(realmId: number, change: () => Promise<void>): Promise<void> {
    try {
      await this.database.transaction(change);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.logger.warn({ err: error, realmId }, 'An identity provider sent an unacceptable value');
    }
  }
}
