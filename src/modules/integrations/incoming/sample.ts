// Samples of webhooks with the expected messages, in the folders `samples` of integrations.
import { type Integration, Payload } from '#modules/integrations/toolkit';
import { LIMITS } from '#modules/realms/realms';
import { buildNotifications, type EventChoice } from './build-notifications.js';
import { cleanTopic, cutContent } from './message-text.js';
import { readPayload } from './webhook-body.js';
import { webhookRequest } from './webhook-request.js';

export interface Sample {
  /** The event headers of the third party. */
  headers?: Record<string, string>;
  /** Parameters of the URL. */
  query?: Record<string, string>;
  /** The body as JSON, */
  body?: unknown;
  /** or as fields of a form, */
  form?: Record<string, string>;
  /** or as any text, whose type is in the headers. */
  text?: string;
  /** The expected messages; an empty list for none. */
  expected: SampleResult;
}

interface SampleMessage {
  topic: string;
  /** The lines of the content. */
  content: string[];
  channel?: string;
}

export type SampleResult =
  | SampleMessage
  | SampleMessage[]
  | { unsupported: string }
  | { response: object };

/** Returns the body and headers of a sample as the third party sends them. */
export function sampleRequest({ headers = {}, body, form, text }: Omit<Sample, 'expected'>): {
  body: Buffer;
  header: (name: string) => string | undefined;
} {
  const type = form === undefined ? 'application/json' : 'application/x-www-form-urlencoded';
  const content = text ?? (form ? new URLSearchParams(form).toString() : JSON.stringify(body));
  const byName = new Map([
    ['content-type', type],
    ...Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const),
  ]);
  return { body: Buffer.from(content), header: (name) => byName.get(name.toLowerCase()) };
}

/** Returns the result of the integration for the webhook. Throws its errors. */
export async function trySample(
  integration: Integration,
  sample: Omit<Sample, 'expected'>,
): Promise<SampleResult> {
  const { body, header } = sampleRequest(sample);
  const query = (name: string): string | undefined => sample.query?.[name];
  const { value, text } = await readPayload(body, header('content-type'), integration);
  const payload = new Payload(value);
  const response = integration.handshake?.({ method: 'POST', payload, header, query });
  if (response) return { response };
  const request = webhookRequest({ header, query }, text);
  const built = buildNotifications(integration, payload, request, choiceOf(sample));
  if (built.kind === 'unsupported') return { unsupported: built.event };
  const messages = built.notifications.map(({ topic, content, channel }) => ({
    topic: cleanTopic(topic),
    content: cutContent(content, LIMITS.max_message_length).split('\n'),
    ...(channel !== undefined && { channel }),
  }));
  return messages.length === 1 ? messages[0]! : messages;
}

function choiceOf({ query = {} }: Omit<Sample, 'expected'>): EventChoice {
  const list = (name: string): string[] | undefined =>
    query[name] === undefined ? undefined : (JSON.parse(query[name]) as string[]);
  return { only_events: list('only_events'), exclude_events: list('exclude_events') };
}
