// Finds the destination of an address: a channel, with the user or bot that sends the messages.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { StreamEmailAddressesService } from '#modules/streams/administration';
import { UsersService, type UserSummary } from '#modules/users/users';
import { type IncomingAddress, type MailOptions, parseLocalPart } from './incoming-address.js';
import { MailRefusal } from './mail-refusal.js';

export interface MailDestination {
  realmId: number;
  streamId: number;
  /** The sender of the messages. */
  sender: UserSummary;
  /** The user whose permissions apply: the sender or, for the email gateway, the creator of the address. */
  author: UserSummary;
  token: string;
  options: MailOptions;
}

@Injectable()
export class IncomingAddresses {
  constructor(
    private readonly streamEmailAddressesService: StreamEmailAddressesService,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  /** Throws a MailRefusal for an address that receives no mail. */
  async require(address: string): Promise<MailDestination> {
    const parsed = this.parse(address);
    const found = parsed && (await this.streamEmailAddressesService.findByToken(parsed.token));
    if (!found) throw MailRefusal.unknownAddress();
    const { realmId, streamId, creatorId, senderId } = found;
    const realm = await this.realmsService.get(realmId);
    const users = await this.usersService.findByIds(realmId, [creatorId, senderId]);
    const creator = users.find(({ id }) => id === creatorId);
    const sender = users.find(({ id }) => id === senderId);
    if (realm.deactivated || !creator?.isActive || !sender?.isActive) {
      throw MailRefusal.unknownAddress();
    }
    const author = sender.isSystemBot ? creator : sender;
    return { realmId, streamId, sender, author, ...parsed };
  }

  private parse(address: string): IncomingAddress | undefined {
    const at = address.lastIndexOf('@');
    if (!this.isOwnDomain(address.slice(at + 1).toLowerCase())) return undefined;
    return parseLocalPart(address.slice(0, at));
  }

  private isOwnDomain(domain: string): boolean {
    const { mailIn, externalUrl } = this.config;
    if (mailIn.domain !== undefined) return domain === mailIn.domain;
    return domain === externalUrl.hostname || domain.endsWith(`.${externalUrl.hostname}`);
  }
}
