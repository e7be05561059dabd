// Addresses in emails about missed messages, to which the user answers. Each belongs to one user and one message, is
// valid for 30 days, and can be used many times.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { Clock } from '#platform/clock.js';
import { randomAlphanumeric, sha256 } from '#platform/crypto.js';
import { type ReplyTarget, ReplyAddressesRepository } from './reply-addresses.repository.js';

const TOKEN_LENGTH = 32;
const VALID_SECONDS = 30 * 24 * 3600;
/** Distinguishes these addresses from those of channels. */
const PREFIX = 'mm';

@Injectable()
export class ReplyAddresses {
  constructor(
    private readonly replyAddressesRepository: ReplyAddressesRepository,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Returns undefined on a server without incoming mail. Joins the current transaction. */
  async issue({ realmId, ...target }: ReplyTarget): Promise<string | undefined> {
    const { port, domain } = this.config.mailIn;
    if (port === undefined && domain === undefined) return undefined;
    // Mail servers may change the case of an address.
    const token = randomAlphanumeric(TOKEN_LENGTH).toLowerCase();
    await this.replyAddressesRepository.insert({
      ...target,
      tokenHash: sha256(token),
      createdAt: this.clock.now(),
    });
    return `${PREFIX}${token}@${domain ?? (await this.realmsService.host(realmId))}`;
  }

  /** `localPart` is in lower case. Undefined for other addresses, and for one that has expired. */
  async find(localPart: string): Promise<ReplyTarget | undefined> {
    if (!localPart.startsWith(PREFIX) || localPart.length !== PREFIX.length + TOKEN_LENGTH) {
      return undefined;
    }
    const token = localPart.slice(PREFIX.length);
    return this.replyAddressesRepository.find(sha256(token), this.clock.ago(VALID_SECONDS));
  }

  async deleteExpired(): Promise<void> {
    await this.replyAddressesRepository.deleteBefore(this.clock.ago(VALID_SECONDS));
  }
}
