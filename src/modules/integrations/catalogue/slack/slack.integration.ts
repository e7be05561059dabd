// Messages in channels of Slack, from an app that subscribes to events or from an outgoing webhook.
import { createHmac } from 'node:crypto';
import {
  areEqual,
  bold,
  bullets,
  CHANNEL_MAPPING,
  lines,
  link,
  md,
  type Notification,
  type Payload,
  type PlainIntegration,
  type SignatureScheme,
  slackMessage,
  slackText,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

const TOPIC = 'Message from Slack';

/** Kinds of messages that users and programs write; all others report changes. */
const SUBTYPES = new Set(['bot_message', 'file_share', 'me_message', 'thread_broadcast']);

const signature: SignatureScheme = ({ header, body }, secret) => {
  const timestamp = header('X-Slack-Request-Timestamp') ?? '';
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:`).update(body).digest('hex');
  return areEqual(header('X-Slack-Signature') ?? '', `v0=${digest}`);
};

export const integration: PlainIntegration = {
  name: 'slack',
  displayName: 'Slack',
  category: 'communication',
  summary: 'Sends the messages of channels in Slack.',
  setup: [
    'In Slack, create an app, open **Event Subscriptions**, enable events, and paste the URL as **Request URL**.',
    'Subscribe to the bot events **message.channels** and, for private channels, **message.groups**, and install the app.',
    'Invite the app to the channels whose messages you want to receive.',
    'To verify signatures, add the **Signing Secret** of the app to the URL as webhook_secret.',
    'Older workspaces can use an **Outgoing WebHook** with the same URL.',
  ],
  body: 'form',
  writesMarkdown: true,
  options: [
    CHANNEL_MAPPING,
    {
      key: 'channels_map_to_topics',
      label:
        'Set to 1 to send each channel to its own topic, or to 0 to send it to the channel of the same name',
      type: 'text',
    },
  ],
  signature,
  handshake: ({ payload }) =>
    payload.value('type') === 'url_verification'
      ? { fields: { challenge: payload.text('challenge') } }
      : undefined,
  notification: (payload, request) =>
    payload.has('event') ? fromEvent(payload, request) : fromOutgoingWebhook(payload, request),
};

function fromEvent(payload: Payload, request: WebhookRequest): Notification | undefined {
  const event = payload.object('event');
  const subtype = event.optionalText('subtype');
  if (event.text('type') !== 'message') return undefined;
  if (subtype !== undefined && !SUBTYPES.has(subtype)) return undefined;
  if (isRepeated(request) || isOwn(payload, event)) return undefined;
  const message = slackMessage(event);
  const content = lines(
    message,
    bullets(
      event
        .optionalList('files')
        .map((file) =>
          link(
            file.optionalText('title') ?? file.optionalText('name') ?? 'File',
            file.optionalText('permalink'),
          ),
        ),
    ),
  );
  if (String(content).trim() === '') return undefined;
  const sender =
    event.optionalText('user_profile.display_name') ??
    event.optionalText('user_profile.real_name') ??
    event.optionalText('username') ??
    event.optionalText('bot_profile.name') ??
    event.text('user');
  const channel = event.optionalText('channel_name') ?? event.text('channel');
  const name = bold(sender);
  const hasText = String(message) !== '';
  return placed(
    { channel, content: hasText ? md`${name}: ${content}` : md`${name}:\n${content}` },
    request,
  );
}

/** Slack sends an event again if the response was late; other failures must be repeated. */
function isRepeated({ header }: WebhookRequest): boolean {
  return header('X-Slack-Retry-Reason') === 'http_timeout';
}

/** Messages of the app that receives the events could be sent back and forth forever. */
function isOwn(payload: Payload, event: Payload): boolean {
  const app = payload.optionalText('api_app_id');
  return app !== undefined && app === event.optionalText('bot_profile.app_id');
}

function fromOutgoingWebhook(payload: Payload, request: WebhookRequest): Notification {
  const content = slackText(payload.text('text'));
  return placed(
    {
      channel: payload.text('channel_name'),
      content: md`${bold(payload.text('user_name'))}: ${content}`,
    },
    request,
  );
}

function placed(
  { channel, content }: Required<Pick<Notification, 'channel' | 'content'>>,
  { query }: WebhookRequest,
): Notification {
  const mapping = query('channels_map_to_topics');
  return {
    topic: mapping === '1' ? `channel: ${channel}` : TOPIC,
    content,
    channel,
  };
}
