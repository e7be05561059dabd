// Addresses to which mail can be sent that is to become messages of a channel. Each is a secret of
// the person who asked for it, and says in whose name the messages are sent.
import { Injectable } from '@nestjs/common';
import { RealmsService } from '#modules/realms/realms';
import { invalidStreamId, StreamsAccess } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { randomAlphanumeric } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import { StreamEmailAddressesRepository } from './stream-email-addresses.repository.js';

const TOKEN_LENGTH = 32;
const READABLE_LENGTH = 30;

@Injectable()
export class StreamEmailAddressesService {
  constructor(
    private readonly streamEmailAddressesRepository: StreamEmailAddressesRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  /** The same for the same person, channel and sender. Without a sender, a bot of the server. */
  async get(actor: Actor, streamId: number, senderId: number | undefined): Promise<string> {
    const accessed = await this.streamsAccess.findById(actor, streamId);
    if (!accessed?.canSeeContent || accessed.stream.is_archived) throw invalidStreamId();
    const key = {
      streamId,
      creatorId: actor.userId,
      senderId: await this.sender(actor, senderId),
    };
    // Mail programs and servers do not keep the case of an address.
    const fresh = randomAlphanumeric(TOKEN_LENGTH).toLowerCase();
    const token = await this.streamEmailAddressesRepository.tokenOr(key, fresh, this.clock.now());
    const host = await this.realmsService.host(actor.realmId);
    return `${[readable(accessed.stream.name), token].filter(Boolean).join('.')}@${host}`;
  }

  private async sender(actor: Actor, given: number | undefined): Promise<number> {
    const gateway = await this.usersService.systemBot(actor.realmId, 'emailgateway');
    if (given === undefined || given === gateway.id) return gateway.id;
    if (given === actor.userId) return given;
    const [bot] = await this.usersService.findByIds(actor.realmId, [given]);
    if (!bot?.isActive || bot.botOwnerId !== actor.userId) {
      throw ApiError.badRequest('The sender must be you, one of your bots, or the email gateway');
    }
    return given;
  }
}

/** What an address can show of the name; only for people. */
function readable(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, READABLE_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
}
