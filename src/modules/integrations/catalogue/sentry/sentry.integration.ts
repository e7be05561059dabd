// Webhooks of internal integrations, whose resource a header names, and of the legacy plugin, which sends
// events without a header.
import {
  type EventIntegration,
  hmac,
  type Payload,
  type WebhookRequest,
} from '#modules/integrations/toolkit';
import { errorCreated, eventAlert, pluginEvent } from './events.js';
import { commentEvent, issueEvent } from './issues.js';
import { metricAlert } from './metric-alerts.js';

const RESOURCES = ['issue', 'comment', 'error', 'installation'];

export const integration: EventIntegration = {
  name: 'sentry',
  displayName: 'Sentry',
  category: 'monitoring',
  summary: 'Sends issues, errors, comments, and alerts.',
  setup: [
    'In the settings of the organization on Sentry, open **Custom Integrations**, and choose **Create New Integration**, **Internal Integration**.',
    'Paste the URL as **Webhook URL**, and enable **Alert Rule Action**.',
    'Give read permission for issues and events, choose the webhooks, and choose **Save Changes**.',
    'To verify signatures, add the **Client Secret** to the URL as webhook_secret.',
    'In alert rules, choose the integration as an action.',
  ],
  signature: hmac({ header: 'Sentry-Hook-Signature', algorithm: 'sha256' }),
  event: eventName,
  events: {
    'issue.created': issueEvent('created'),
    'issue.resolved': issueEvent('resolved'),
    'issue.unresolved': issueEvent('reopened'),
    'issue.assigned': issueEvent('assigned'),
    'issue.archived': issueEvent('archived'),
    'issue.ignored': issueEvent('archived'),
    'comment.created': commentEvent('commented on'),
    'comment.updated': commentEvent('edited a comment on'),
    'comment.deleted': commentEvent('deleted a comment on'),
    'error.created': errorCreated,
    event_alert: eventAlert,
    metric_alert: metricAlert,
    event: pluginEvent,
  },
  ignored: ['installation.created', 'installation.deleted', 'seer', 'preprod_artifact'],
};

/** The resource and, where several are possible, the action. */
function eventName(payload: Payload, request: WebhookRequest): string {
  const resource = request.header('Sentry-Hook-Resource') ?? resourceOf(payload);
  return RESOURCES.includes(resource) ? `${resource}.${payload.text('action')}` : resource;
}

/** For requests whose header a proxy has removed. */
function resourceOf(payload: Payload): string {
  if (!payload.has('data')) return 'event';
  if (payload.has('data.issue')) return 'issue';
  if (payload.has('data.metric_alert')) return 'metric_alert';
  if (payload.has('data.error')) return 'error';
  if (payload.has('data.comment')) return 'comment';
  return 'event_alert';
}
