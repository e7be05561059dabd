// UptimeRobot sends its variables as parameters of the URL, as a form, or as the JSON that users compose of
// them; the set-up steps contain the names of the usual JSON format.
import {
  details,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  time,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

const SECONDS = /^\d+$/;

/** The alert, with any of the supported names of variables. */
interface Alert {
  type: string;
  name: string;
  url: string | undefined;
  details: string | undefined;
  downtime: string | undefined;
  expires: string | undefined;
  at: string | undefined;
}

type Read = (variable: string, member: string) => string | undefined;

function alertOf(payload: Payload, request: WebhookRequest): Alert {
  const read: Read = (variable, member) =>
    payload.optionalLabel(member) ?? payload.optionalLabel(variable) ?? request.query(variable);
  return {
    type:
      read('alertTypeFriendlyName', 'alert_type_friendly_name') ??
      payload.text('alertTypeFriendlyName'),
    name:
      read('monitorFriendlyName', 'monitor_friendly_name') ?? payload.text('monitorFriendlyName'),
    url: read('monitorURL', 'monitor_url'),
    details: read('alertDetails', 'alert_details'),
    downtime: read('alertFriendlyDuration', 'alert_friendly_duration'),
    expires: read('sslExpiryDate', 'ssl_expiry_date'),
    at: read('alertDateTime', 'alert_date_time'),
  };
}

function alert(describe: (monitor: Markdown, found: Alert) => Markdown): NotificationBuilder {
  return (payload, request) => {
    const found = alertOf(payload, request);
    const monitor = link(found.name, found.url);
    return {
      topic: found.name,
      content: lines(
        describe(monitor, found),
        details({
          Details: found.details,
          Time:
            found.at !== undefined && SECONDS.test(found.at) ? time(Number(found.at)) : found.at,
        }),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  category: 'monitoring',
  summary: 'Sends monitors that are down or up again, and certificates that expire.',
  setup: [
    'In UptimeRobot, open **Integrations**, find **Webhook**, and choose **Add**.',
    'Paste the URL as **URL to notify**, followed by an ampersand.',
    'As **POST value** enter {"monitor_url": "*monitorURL*", "monitor_friendly_name": "*monitorFriendlyName*", "alert_type_friendly_name": "*alertTypeFriendlyName*", "alert_details": "*alertDetails*", "alert_friendly_duration": "*alertFriendlyDuration*"}, and choose **Send as JSON**.',
    'Choose the integration in the alert settings of each monitor.',
  ],
  body: 'any',
  event: (payload, request) => {
    const { type } = alertOf(payload, request);
    return type.toLowerCase().startsWith('ssl') ? 'ssl' : type.toLowerCase();
  },
  events: {
    up: alert((monitor, { downtime }) =>
      downtime === undefined
        ? md`${monitor} is up again.`
        : md`${monitor} is up again, after ${downtime}.`,
    ),
    down: alert((monitor) => md`${monitor} is down.`),
    ssl: alert((monitor, { expires }) =>
      expires === undefined
        ? md`The certificate of ${monitor} expires soon.`
        : md`The certificate of ${monitor} expires on ${expires}.`,
    ),
  },
};
