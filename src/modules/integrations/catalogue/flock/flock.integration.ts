// Messages of Flock, from an outgoing webhook or in the format of its messages.
import {
  areEqual,
  bold,
  htmlText,
  lines,
  link,
  md,
  type Notification,
  type Payload,
  type PlainIntegration,
  sentence,
  type SignatureScheme,
} from '#modules/integrations/toolkit';

const TOPIC = 'Flock notifications';
const MAX_ATTACHMENTS = 20;

/** Flock appends the token of the webhook to the URL. */
const signature: SignatureScheme = ({ url }, secret) =>
  URL.canParse(url) && areEqual(new URL(url).searchParams.get('token') ?? '', secret);

function attachmentContent(attachment: Payload): ReturnType<typeof lines> {
  const title = attachment.optionalText('title');
  const flockml = attachment.optionalText('views.flockml') ?? attachment.optionalText('views.html');
  const text = attachment.optionalText('description') ?? htmlText(flockml);
  return lines(
    title !== undefined && bold(link(title, attachment.optionalText('url'))),
    text !== undefined && sentence(text),
  );
}

function notificationOf(payload: Payload): Notification | undefined {
  const text =
    payload.optionalText('text') ??
    htmlText(payload.optionalText('flockml')) ??
    payload.optionalText('notification');
  const attachments = payload.optionalList('attachments').slice(0, MAX_ATTACHMENTS);
  const content = lines(
    text === undefined ? undefined : sentence(text),
    ...attachments.map(attachmentContent),
  );
  return content.toString().trim() === '' ? undefined : { topic: TOPIC, content: md`${content}` };
}

export const integration: PlainIntegration = {
  name: 'flock',
  displayName: 'Flock',
  category: 'communication',
  summary: 'Sends messages of a channel in Flock.',
  setup: [
    'On the page https://dev.flock.com, open **Webhooks**, and choose to add an outgoing webhook.',
    'Choose the channel, enter a name, paste the URL as **Callback URL**, and choose **Save Settings**.',
    'To have requests checked, add the token of the webhook to the URL as webhook_secret.',
  ],
  signature,
  notification: notificationOf,
};
