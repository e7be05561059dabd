// Email addresses of streams, for incoming mail. Each address is a secret of the user who requested it, and
// determines the sender of the messages.
import { Injectable } from '@nestjs/common';
import { Config } from '#config/config.js';
import { RealmsService } from '#modules/realms/realms';
import { invalidStreamId, StreamsAccess } from '#modules/streams/streams';
import { UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { randomAlphanumeric } from '#platform/crypto.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import {
  type MailTarget,
  StreamEmailAddressesRepository,
} from './stream-email-addresses.repository.js';

const TOKEN_LENGTH = 32;
const READABLE_LENGTH = 30;

@Injectable()
export class StreamEmailAddressesService {
  constructor(
    private readonly streamEmailAddressesRepository: StreamEmailAddressesRepository,
    private readonly streamsAccess: StreamsAccess,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Stable for each user, stream and sender. The default sender is the email gateway bot. */
  async get(actor: Actor, streamId: number, senderId: number | undefined): Promise<string> {
    const { stream } = await this.streamsAccess.requireReadable(actor, streamId);
    if (stream.isArchived) throw invalidStreamId();
    const key = {
      streamId,
      creatorId: actor.userId,
      senderId: await this.sender(actor, senderId),
    };
    // Mail programs and servers may change the case of an address.
    const newToken = randomAlphanumeric(TOKEN_LENGTH).toLowerCase();
    const token = await this.streamEmailAddressesRepository.findOrInsertToken(
      key,
      newToken,
      this.clock.now(),
    );
    const host = this.config.mailIn.domain ?? (await this.realmsService.host(actor.realmId));
    return `${[readable(stream.name), token].filter(Boolean).join('.')}@${host}`;
  }

  findByToken(token: string): Promise<MailTarget | undefined> {
    return this.streamEmailAddressesRepository.findByToken(token);
  }

  private async sender(actor: Actor, senderId: number | undefined): Promise<number> {
    const gateway = await this.usersService.systemBot(actor.realmId, 'emailgateway');
    if (senderId === undefined || senderId === gateway.id) return gateway.id;
    if (senderId === actor.userId) return senderId;
    const [bot] = await this.usersService.findByIds(actor.realmId, [senderId]);
    if (!bot?.isActive || bot.botOwnerId !== actor.userId) {
      throw ApiError.badRequest('The sender must be you, one of your bots, or the email gateway');
    }
    return senderId;
  }
}

/** The human-readable part of the address, which has no function. */
function readable(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, READABLE_LENGTH)
    .replaceAll(/^-+|-+$/g, '');
}
