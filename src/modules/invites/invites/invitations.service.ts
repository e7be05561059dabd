// What all that happens to invitations has in common: how one is made, how many emails a day are sent,
// and who hears of changes. Everything but `welcomeText` joins the present transaction.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { UsersService } from '#modules/users/users';
import { SecretBox } from '#platform/crypto.js';
import { Audience } from '#platform/event-log/audience.js';
import { EventLog } from '#platform/event-log/event-log.js';
import { Role } from '#platform/http/actor.js';
import { newToken } from '#platform/one-time-tokens.js';
import { invitesChangedEvent } from './invites.events.js';
import { InvitesRepository } from './invites.repository.js';
import type { InvitationTerms } from './invites.view.js';

/** How long ended invitations are told from those that never were. */
const KEPT_DAYS = 30;
const CLEARED_AT_ONCE = 1_000;

/** Without an address it is a link that many can use. */
export interface Invitee {
  inviterId: number;
  email: string | null;
  /** By which the person came here. */
  linkId?: number;
}

@Injectable()
export class InvitationsService {
  constructor(
    private readonly invitesRepository: InvitesRepository,
    private readonly usersService: UsersService,
    private readonly secretBox: SecretBox,
    private readonly eventLog: EventLog,
    private readonly config: Config,
  ) {}

  /** Returns the token of the link. */
  async create(
    realmId: number,
    { inviterId, email, linkId }: Invitee,
    terms: InvitationTerms,
  ): Promise<string> {
    const { token, hash: tokenHash } = newToken();
    const tokenSealed = email === null ? this.secretBox.seal(token) : null;
    const invitees = [{ email, tokenHash, tokenSealed }];
    await this.invitesRepository.insert(realmId, { inviterId, linkId, terms, invitees });
    return token;
  }

  /** Returns the token of each address. */
  async createAll(
    realmId: number,
    inviterId: number,
    emails: string[],
    terms: InvitationTerms,
  ): Promise<ReadonlyMap<string, string>> {
    const made = emails.map((email) => ({ email, ...newToken() }));
    const invitees = made.map(({ email, hash }) => ({ email, tokenHash: hash, tokenSealed: null }));
    await this.invitesRepository.insert(realmId, { inviterId, terms, invitees });
    return new Map(made.map(({ email, token }) => [email, token]));
  }

  /** Gives it another token, which is returned, and its time anew. */
  async renew(id: number): Promise<string> {
    const { token, hash } = newToken();
    await this.invitesRepository.renew(id, hash);
    return token;
  }

  /**
   * Whether so many emails can be sent today, which count from now on if they can. Until the end of
   * the transaction none leave elsewhere.
   */
  async mayWrite(realmId: number, count: number): Promise<boolean> {
    const sent = await this.invitesRepository.lockEmailsSentToday(realmId);
    if (sent + count > this.config.invitations.perDay) return false;
    await this.invitesRepository.addEmailBatch(realmId, count);
    return true;
  }

  async clearEnded(): Promise<void> {
    while ((await this.invitesRepository.clearEnded(KEPT_DAYS, CLEARED_AT_ONCE)) > 0);
    await this.invitesRepository.deleteOldEmailBatches();
  }

  /** When an account is closed, nobody can join by its invitations any more. */
  async revokeAllOf(realmId: number, userId: number): Promise<void> {
    if (await this.invitesRepository.revokeAllOf(userId)) await this.tell(realmId, [userId]);
  }

  /** Tells the administrators, and those whose invitations changed. */
  async tell(realmId: number, inviterIds: number[]): Promise<void> {
    const administrators = await this.usersService.idsWithRole(realmId, Role.Administrator);
    const inviters = await this.usersService.findByIds(realmId, inviterIds);
    const active = inviters.filter(({ isActive }) => isActive).map(({ id }) => id);
    const observers = [...new Set([...administrators, ...active])];
    this.eventLog.append(invitesChangedEvent(realmId, {}, Audience.users(observers)));
  }

  /**
   * The words that welcome somebody instead of the organization's own; empty for none, null when
   * nothing else was said.
   */
  welcomeText(userId: number): Promise<string | null> {
    return this.invitesRepository.welcomeText(userId);
  }
}
