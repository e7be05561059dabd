// The requests to the receivers of outgoing webhooks, in the format of the bot.
import type { MessageToBot } from '#modules/messages/fetch';
import { VERSION } from '#modules/realms/realms';
import type { UserSummary } from '#modules/users/users';
import type { Schema } from '#platform/http/contract.js';
import type { PostContent } from '#platform/outgoing/outgoing-requests.js';

/** The format without direct messages. */
export const SLACK_FORMAT = 2;

/** Receivers recognize the sender by the first word of the User-Agent. */
const USER_AGENT = `ZulipOutgoingWebhook/${VERSION.zulip_version} (Parley)`;

export interface Posted {
  bot: Pick<UserSummary, 'id' | 'email' | 'fullName'>;
  token: string;
  message: MessageToBot['view'];
}

export function payloadView({ bot, token, message }: Posted): Schema<'OutgoingWebhookPayload'> {
  return {
    bot_email: bot.email,
    bot_full_name: bot.fullName,
    data: message.content,
    trigger: message.type === 'private' ? 'direct_message' : 'mention',
    token,
    message,
  };
}

export function jsonPost(posted: Posted): PostContent {
  return {
    headers: { 'Content-Type': 'application/json', 'User-Agent': USER_AGENT },
    body: JSON.stringify(payloadView(posted)),
  };
}

/** For a message in a channel. `realm` is the organization, with its host name. */
export function slackPost(
  { bot, token, message }: Posted,
  realm: { id: number; host: string },
): PostContent {
  const fields = {
    token,
    team_id: `T${realm.id}`,
    team_domain: realm.host,
    channel_id: `C${message.stream_id}`,
    channel_name: message.display_recipient as string,
    thread_ts: String(message.timestamp),
    timestamp: String(message.timestamp),
    user_id: `U${message.sender_id}`,
    user_name: message.sender_full_name,
    text: message.content,
    trigger_word: 'mention',
    service_id: String(bot.id),
  };
  return {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': USER_AGENT },
    body: new URLSearchParams(fields).toString(),
  };
}
