// Webhooks in the default format, and as CloudEvents, which have other names for the same events.
import type { EventIntegration, Payload } from '#modules/integrations/toolkit';
import { artifactEvent, chartEvent, quotaEvent, scanEvent } from './artifacts.js';
import { replication, retention } from './policies.js';

const CLOUD_EVENTS: ReadonlyMap<string, string> = new Map([
  ['harbor.artifact.pushed', 'PUSH_ARTIFACT'],
  ['harbor.artifact.pulled', 'PULL_ARTIFACT'],
  ['harbor.artifact.deleted', 'DELETE_ARTIFACT'],
  ['harbor.scan.completed', 'SCANNING_COMPLETED'],
  ['harbor.scan.failed', 'SCANNING_FAILED'],
  ['harbor.scan.stopped', 'SCANNING_STOPPED'],
  ['harbor.quota.exceeded', 'QUOTA_EXCEED'],
  ['harbor.quota.warned', 'QUOTA_WARNING'],
  ['harbor.replication.status.changed', 'REPLICATION'],
  ['harbor.tag_retention.finished', 'TAG_RETENTION'],
]);

function eventOf(payload: Payload): string {
  const type = payload.text('type');
  return CLOUD_EVENTS.get(type) ?? type;
}

export const integration: EventIntegration = {
  name: 'harbor',
  displayName: 'Harbor',
  category: 'continuous-integration',
  summary: 'Sends pushes, scans and deletions of artifacts, quotas, replication and retention.',
  setup: [
    'In the project on Harbor, open **Webhooks**, and choose **New Webhook**.',
    'Choose **http** as **Notify Type**, choose the events, and paste the URL as **Endpoint URL**.',
    'Choose **Add**.',
  ],
  event: eventOf,
  events: {
    PUSH_ARTIFACT: artifactEvent('pushed'),
    PULL_ARTIFACT: artifactEvent('pulled'),
    DELETE_ARTIFACT: artifactEvent('deleted'),
    SCANNING_COMPLETED: scanEvent('is complete'),
    SCANNING_FAILED: scanEvent('failed'),
    SCANNING_STOPPED: scanEvent('was stopped'),
    QUOTA_EXCEED: quotaEvent('exceeds the quota'),
    QUOTA_WARNING: quotaEvent('comes close to the quota'),
    REPLICATION: replication,
    TAG_RETENTION: retention,
    UPLOAD_CHART: chartEvent('uploaded'),
    DOWNLOAD_CHART: chartEvent('downloaded'),
    DELETE_CHART: chartEvent('deleted'),
  },
};
