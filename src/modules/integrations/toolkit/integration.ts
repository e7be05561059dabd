// The definition of an integration: texts for its users, and pure functions from payloads to notifications.
import type { Markdown } from './markdown.js';
import type { Payload } from './payload.js';
import type { SignatureScheme } from './signatures.js';
import type { UrlOption } from './url-options.js';
import type { WebhookRequest } from './webhook-request.js';

/** A message. Topics and contents that exceed the limits are truncated. */
export interface Notification {
  /** Plain text. */
  topic: string;
  content: Markdown;
  /** Name of the channel in the third party's program, for `mapping=channels`. */
  channel?: string | undefined;
}

/** Returns undefined if there is nothing to report. */
export type NotificationBuilder = (
  payload: Payload,
  request: WebhookRequest,
) => Notification | readonly Notification[] | undefined;

/** A response to a request by which the third party verifies the URL. */
export interface HandshakeResponse {
  /** Fields of the response in addition to those of every success. */
  fields?: Record<string, string>;
  /** The whole response as plain text, instead of fields. */
  text?: string;
  headers?: Record<string, string>;
}

export interface HandshakeRequest extends Pick<WebhookRequest, 'header' | 'query'> {
  method: 'GET' | 'HEAD' | 'POST';
  /** Empty unless the method is POST. */
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
  /** Name in the URL and name of the folder. */
  name: string;
  /** Name of the third party's product. */
  displayName: string;
  category: keyof typeof CATEGORIES;
  /** One sentence about the messages that are sent. */
  summary: string;
  /**
   * The steps in the third party's program, after the bot was created. Names of buttons and fields are in double
   * asterisks.
   */
  setup: readonly string[];
  /**
   * `json` (the default) reads JSON from the body or from the form field `payload`. `form` reads the fields of a
   * form, or JSON. `any` reads both; the payload of other bodies is empty.
   */
  body?: 'json' | 'form' | 'any';
  options?: readonly UrlOption[];
  signature?: SignatureScheme;
  /** Returns the response to requests that verify the URL; undefined for other requests. */
  handshake?: (request: HandshakeRequest) => HandshakeResponse | undefined;
  /** The third party encodes the URL again, so channel and topic must be decoded twice. */
  encodesUrlAgain?: boolean;
  /** Users write the content of messages in Markdown, which is rendered. */
  writesMarkdown?: boolean;
  /** Additional fields of every successful response that the third party requires. */
  responseFields?: Record<string, string | boolean>;
}

export interface EventIntegration extends IntegrationFacts {
  /** Returns the name of the event, as in `events` and in the parameter `only_events`. */
  event: (payload: Payload, request: WebhookRequest) => string;
  events: Readonly<Record<string, NotificationBuilder>>;
  /** Names of events that are accepted without a message, and not reported as unsupported. */
  ignored?: readonly string[];
}

/** An integration without names of events. */
export interface PlainIntegration extends IntegrationFacts {
  notification: NotificationBuilder;
}

export type Integration = EventIntegration | PlainIntegration;

export function hasEvents(integration: Integration): integration is EventIntegration {
  return 'events' in integration;
}
