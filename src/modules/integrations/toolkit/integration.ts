// The definition of an integration: facts for its users, and pure functions from payloads to notifications.
import type { Markdown } from './markdown.js';
import type { Payload } from './payload.js';
import type { SignatureScheme } from './signatures.js';
import type { UrlOption } from './url-options.js';
import type { WebhookRequest } from './webhook-request.js';

/** A message. Texts that exceed the limits of topics and messages are cut. */
export interface Notification {
  /** Plain text. */
  topic: string;
  content: Markdown;
  /** The name of the channel in the third party's application, for `mapping=channels`. */
  channel?: string | undefined;
}

/** Undefined if there is nothing to report. */
export type NotificationBuilder = (
  payload: Payload,
  request: WebhookRequest,
) => Notification | readonly Notification[] | undefined;

/** A response to a request by which the third party verifies the URL. */
export interface HandshakeResponse {
  /** Fields of the response, beside those of every success. */
  fields?: Record<string, string>;
  /** The whole response as plain text, in place of fields. */
  text?: string;
  headers?: Record<string, string>;
}

export interface HandshakeRequest extends Pick<WebhookRequest, 'header' | 'query'> {
  method: 'GET' | 'HEAD' | 'POST';
  /** Without members unless the method is POST. */
  payload: Payload;
}

export const CATEGORIES = {
  'version-control': 'Version control',
  'continuous-integration': 'Continuous integration and deployment',
  'project-management': 'Project management',
  'customer-support': 'Customer support',
  monitoring: 'Monitoring',
  financial: 'Finance',
  communication: 'Communication',
  productivity: 'Productivity',
  marketing: 'Marketing',
  'human-resources': 'Human resources',
  entertainment: 'Entertainment',
  'meta-integration': 'Integration frameworks',
} as const;

interface IntegrationFacts {
  /** The name in the URL, and of the folder. */
  name: string;
  /** The name of the third party's product. */
  displayName: string;
  category: keyof typeof CATEGORIES;
  /** One sentence on what is sent. */
  summary: string;
  /**
   * How users connect the third party, step by step, after they have created the bot. Names of buttons are
   * in double asterisks.
   */
  setup: readonly string[];
  /**
   * `json` (the default) reads JSON, also in the form field `payload`. `form` reads the fields of a form, or
   * JSON in place of them. `any` reads either, and leaves an empty payload for other bodies.
   */
  body?: 'json' | 'form' | 'any';
  options?: readonly UrlOption[];
  signature?: SignatureScheme;
  /** Answers requests that verify the URL; undefined for all others. */
  handshake?: (request: HandshakeRequest) => HandshakeResponse | undefined;
  /** Encodes the URL that users enter once more, so that the channel and the topic are decoded twice. */
  encodesUrlAgain?: boolean;
  /** Its users write the content of messages in Markdown, which is formatted. */
  writesMarkdown?: boolean;
  /** Further fields of every successful response, which the third party requires. */
  responseFields?: Record<string, boolean>;
}

export interface EventIntegration extends IntegrationFacts {
  /** The name of the event in `events`, by which users choose events with `only_events`. */
  event: (payload: Payload, request: WebhookRequest) => string;
  events: Readonly<Record<string, NotificationBuilder>>;
  /** Names of events that are accepted, and not reported as unsupported. */
  ignored?: readonly string[];
}

/** An integration without kinds of events. */
export interface PlainIntegration extends IntegrationFacts {
  notification: NotificationBuilder;
}

export type Integration = EventIntegration | PlainIntegration;

export function hasEvents(integration: Integration): integration is EventIntegration {
  return 'events' in integration;
}
