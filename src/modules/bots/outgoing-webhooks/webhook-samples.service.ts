// The payload of the newest message that triggered the webhook of a bot, for authors of receivers. If no message
// has triggered it, the payload of a sample message.
import { Injectable } from '@nestjs/common';
import { BotRecords, type OutgoingWebhook } from '#modules/bots/records';
import { MessagesToBots, type MessageToBot } from '#modules/messages/fetch';
import { RealmsService } from '#modules/realms/realms';
import { UsersService } from '#modules/users/users';
import { Clock } from '#platform/clock.js';
import { ApiError } from '#platform/http/api-error.js';
import type { Actor } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import { sampleMessage } from './sample-message.view.js';
import { payloadView } from './webhook-request.view.js';

@Injectable()
export class WebhookSamples {
  constructor(
    private readonly botRecords: BotRecords,
    private readonly messagesToBots: MessagesToBots,
    private readonly usersService: UsersService,
    private readonly realmsService: RealmsService,
    private readonly clock: Clock,
  ) {}

  /** Throws unless the actor is an outgoing webhook bot. */
  async payload(actor: Actor): Promise<Schema<'OutgoingWebhookPayload'>> {
    const webhook = await this.botRecords.webhook(actor.realmId, actor.userId);
    if (!webhook) throw ApiError.badRequest('Only outgoing webhook bots can use this operation');
    const message = (await this.newest(actor, webhook)) ?? (await this.sample(actor));
    const bot = { id: actor.userId, email: actor.email, fullName: actor.fullName };
    return payloadView({ bot, token: webhook.token, message });
  }

  private async newest(
    actor: Actor,
    { newestTriggerId: id }: OutgoingWebhook,
  ): Promise<MessageToBot['view'] | undefined> {
    return id === null ? undefined : (await this.messagesToBots.find(actor, id))?.view;
  }

  /** A direct message from the owner of the bot. */
  private async sample({ realmId, userId }: Actor): Promise<MessageToBot['view']> {
    const [bot] = await this.usersService.findByIds(realmId, [userId]);
    const owners = bot!.botOwnerId === null ? [] : [bot!.botOwnerId];
    const [owner] = await this.usersService.findByIds(realmId, owners);
    const { stringId } = await this.realmsService.get(realmId);
    return sampleMessage({
      sender: owner ?? bot!,
      bot: bot!,
      realmStringId: stringId,
      timestamp: this.clock.seconds(),
    });
  }
}
