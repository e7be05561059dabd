// A bot as its owner and administrators see it, beyond what everybody sees of a user.
import { EMBEDDED_BOT, OUTGOING_WEBHOOK_BOT } from '#platform/http/actor.js';
import type { Schema } from '#platform/http/contract.js';

export interface BotRow {
  user_id: number;
  bot_type: number;
  bot_owner_id: number | null;
  default_sending_stream: string | null;
  default_events_register_stream: string | null;
  default_all_public_streams: boolean;
  payload_url: string | null;
  interface: 1 | 2 | null;
  service_name: string | null;
  config_data: Record<string, string> | null;
}

/** `token` proves to the receiver of an outgoing webhook who sends. */
export function botView(bot: BotRow, token: string): Required<Schema<'Bot'>> {
  return {
    user_id: bot.user_id,
    default_sending_stream: bot.default_sending_stream,
    default_events_register_stream: bot.default_events_register_stream,
    default_all_public_streams: bot.default_all_public_streams,
    services: serviceViews(bot, token),
  };
}

function serviceViews(bot: BotRow, token: string): NonNullable<Schema<'Bot'>['services']> {
  if (bot.bot_type === OUTGOING_WEBHOOK_BOT && bot.payload_url !== null) {
    return [{ base_url: bot.payload_url, token, interface: bot.interface ?? 1 }];
  }
  if (bot.bot_type === EMBEDDED_BOT && bot.service_name !== null) {
    return [{ service_name: bot.service_name, config_data: bot.config_data ?? {} }];
  }
  return [];
}
