// The properties of an integration with which clients generate its URL.
import { hasEvents, type Integration, type UrlOption } from '#modules/integrations/toolkit';

interface WebhookBot {
  name: string;
  display_name: string;
  all_event_types: string[] | null;
  config_options: [];
  url_options: { key: string; label: string; input_type: string }[];
}

const SECRET: UrlOption = {
  key: 'webhook_secret',
  label: 'Secret with which requests are signed',
  type: 'text',
};

export function incomingWebhookBotView(integration: Integration): WebhookBot {
  const { name, displayName: display_name } = integration;
  return {
    name,
    display_name,
    all_event_types: hasEvents(integration) ? Object.keys(integration.events).toSorted() : null,
    config_options: [],
    url_options: urlOptions(integration).map(({ key, label, type }) => ({
      key,
      label,
      input_type: type,
    })),
  };
}

/** The options of the URL in addition to those of all integrations. */
export function urlOptions({ options = [], signature }: Integration): readonly UrlOption[] {
  return signature ? [...options, SECRET] : options;
}
