import type { ResponseOf } from '#platform/http/contract.js';
import type { WebhookResult } from './incoming-webhooks.service.js';

interface ResultView {
  fields: ResponseOf<'receive-webhook'>;
  headers: Record<string, string>;
}

const SUCCESS = { result: 'success', msg: '' } as const;

export function webhookResultView(result: WebhookResult): ResultView {
  switch (result.kind) {
    case 'accepted':
      return { fields: { ...SUCCESS, ...result.integration.responseFields }, headers: {} };
    case 'handshake':
      return {
        fields: { ...SUCCESS, ...result.response.fields },
        headers: result.response.headers ?? {},
      };
    case 'unsupported': {
      const { displayName: webhook_name } = result.integration;
      return {
        fields: {
          ...SUCCESS,
          msg: `The event "${result.event}" of ${webhook_name} is not supported; it was ignored`,
          code: 'UNSUPPORTED_WEBHOOK_EVENT_TYPE',
          webhook_name,
          event_type: result.event,
        },
        headers: {},
      };
    }
  }
}
