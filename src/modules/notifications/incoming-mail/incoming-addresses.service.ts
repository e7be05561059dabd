// Finds the destination of an address: a channel, with the user or bot that sends the messages, or the conversation that
// a user answers.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { ReplyAddresses } from '#modules/notifications/mail';
import { RealmsService } from '#modules/realms/realms';
import { StreamEmailAddressesService } from '#modules/streams/administration';
import { UsersService, type UserSummary } from '#modules/users/users';
import {
  DEFAULT_OPTIONS,
  type IncomingAddress,
  type MailOptions,
  parseLocalPart,
} from './incoming-address.js';
import { MailRefusal } from './mail-refusal.js';

export type MailDestination = ChannelDestination | ReplyDestination;

export interface ChannelDestination {
  kind: 'channel';
  realmId: number;
  streamId: number;
  /** The sender of the messages. */
  sender: UserSummary;
  /** The user whose permissions apply: the sender or, for the email gateway, the creator of the address. */
  author: UserSummary;
  token: string;
  options: MailOptions;
}

export interface ReplyDestination {
  kind: 'reply';
  realmId: number;
  sender: UserSummary;
  /** A message of the conversation. */
  messageId: number;
  token: string;
  options: MailOptions;
}

@Injectable()
export class IncomingAddresses {
  constructor(
    private readonly streamEmailAddressesService: StreamEmailAddressesService,
    private readonly replyAddresses: ReplyAddresses,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
  ) {}

  /** Throws a MailRefusal for an address that receives no mail. */
  async require(address: string): Promise<MailDestination> {
    const at = address.lastIndexOf('@');
    if (!this.isOwnDomain(address.slice(at + 1).toLowerCase())) throw MailRefusal.unknownAddress();
    const localPart = address.slice(0, at).toLowerCase();
    const target = await this.replyAddresses.find(localPart);
    if (target) return this.replyTo(target, localPart);
    const parsed = parseLocalPart(localPart);
    if (!parsed) throw MailRefusal.unknownAddress();
    return this.channelOf(parsed);
  }

  private async replyTo(
    { realmId, userId, messageId }: { realmId: number; userId: number; messageId: number },
    token: string,
  ): Promise<ReplyDestination> {
    const realm = await this.realmsService.get(realmId);
    const [sender] = await this.usersService.findByIds(realmId, [userId]);
    if (realm.deactivated || !sender?.isActive) throw MailRefusal.unknownAddress();
    return { kind: 'reply', realmId, sender, messageId, token, options: DEFAULT_OPTIONS };
  }

  private async channelOf(parsed: IncomingAddress): Promise<ChannelDestination> {
    const found = await this.streamEmailAddressesService.findByToken(parsed.token);
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
    return { kind: 'channel', realmId, streamId, sender, author, ...parsed };
  }

  private isOwnDomain(domain: string): boolean {
    const { mailIn, externalUrl } = this.config;
    if (mailIn.domain !== undefined) return domain === mailIn.domain;
    return domain === externalUrl.hostname || domain.endsWith(`.${externalUrl.hostname}`);
  }
}
