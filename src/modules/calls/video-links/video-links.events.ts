// Whether a user has a connected account with a provider of video calls. Sent only to the clients of the user.
import { type EventKind, defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';
import type { TokenProvider } from './video-call-token.entity.js';

export const hasTokenEvents: Record<TokenProvider, EventKind<{ value: boolean }>> = {
  zoom: defineEvent<EventBody<'HasZoomTokenEvent'>>({ type: 'has_zoom_token' }),
  webex: defineEvent<EventBody<'HasWebexTokenEvent'>>({ type: 'has_webex_token' }),
};
