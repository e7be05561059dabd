// The fields of a bot that its managers see besides those of the user.
import { EMBEDDED_BOT, OUTGOING_WEBHOOK_BOT } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';
import type { BotRecord } from './bot-records.repository.js';

/** `token` authenticates outgoing webhooks to their receiver. */
export function botView(bot: BotRecord, token: string): Required<Schema<'Bot'>> {
  return {
    user_id: bot.userId,
    default_sending_stream: bot.defaultSendingStream,
    default_events_register_stream: bot.defaultEventsRegisterStream,
    default_all_public_streams: bot.defaultAllPublicStreams,
    services: serviceViews(bot, token),
  };
}

function serviceViews(bot: BotRecord, token: string): NonNullable<Schema<'Bot'>['services']> {
  if (bot.botType === OUTGOING_WEBHOOK_BOT && bot.payloadUrl !== null) {
    return [{ base_url: bot.payloadUrl, token, interface: bot.interface ?? 1 }];
  }
  if (bot.botType === EMBEDDED_BOT && bot.serviceName !== null) {
    return [{ service_name: bot.serviceName, config_data: bot.configData ?? {} }];
  }
  return [];
}
