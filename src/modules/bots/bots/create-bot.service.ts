// People make bots for themselves, with an address made of a short name.
import { Injectable } from '@nestjs/common';
import type { BotSettings } from '#modules/bots/records';
import { type BotConfig, checkedService } from '#modules/bots/embedded-bots';
import { BotSetupService } from '#modules/realms/setup';
import type { CreatedUser } from '#modules/users/users';
import { randomAlphanumeric, SecretBox } from '#platform/crypto.js';
import { type Actor, EMBEDDED_BOT, OUTGOING_WEBHOOK_BOT } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { BotsAccess, checkedPayloadUrl } from './bots.access.js';

export interface GivenBot {
  fullName: string;
  shortName: string;
  type: number;
  payloadUrl: string | undefined;
  interface: number;
  serviceName: string | undefined;
  configData: BotConfig | undefined;
  defaults: GivenDefaults;
}

/** Names of channels; empty for none. */
export interface GivenDefaults {
  sendingStream?: string | undefined;
  eventsRegisterStream?: string | undefined;
  allPublicStreams?: boolean | undefined;
}

const TOKEN_LENGTH = 32;

@Injectable()
export class CreateBotService {
  constructor(
    private readonly botsAccess: BotsAccess,
    private readonly botSetupService: BotSetupService,
    private readonly secretBox: SecretBox,
  ) {}

  async create(
    actor: Actor,
    given: GivenBot,
  ): Promise<{ user: CreatedUser; bot: Required<Schema<'Bot'>> }> {
    const { type, fullName } = given;
    const owner = await this.botsAccess.newOwner(actor, type);
    const shortName = given.shortName.trim();
    const settings: BotSettings = {
      defaultSendingStreamId: await this.botsAccess.channelId(actor, given.defaults.sendingStream),
      defaultEventsRegisterStreamId: await this.botsAccess.channelId(
        actor,
        given.defaults.eventsRegisterStream,
      ),
      defaultAllPublicStreams: given.defaults.allPublicStreams,
      ...this.service(given),
    };
    return this.botSetupService.create(owner, { fullName, shortName, type }, settings);
  }

  private service(given: GivenBot): BotSettings {
    switch (given.type) {
      case OUTGOING_WEBHOOK_BOT:
        return {
          payloadUrl: checkedPayloadUrl(given.payloadUrl),
          interface: given.interface,
          tokenSealed: this.secretBox.seal(randomAlphanumeric(TOKEN_LENGTH)),
        };
      case EMBEDDED_BOT:
        return checkedService(given.serviceName, given.configData);
      default:
        return {};
    }
  }
}
