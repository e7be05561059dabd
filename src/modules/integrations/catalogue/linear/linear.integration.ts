import { type EventIntegration, hmac, type Payload, words } from '#modules/integrations/toolkit';
import * as issues from './issues.js';
import * as workspace from './workspace.js';

/** The type of the data, such as `project_update` for ProjectUpdate. */
function eventOf(payload: Payload): string {
  const type = payload.text('type');
  if (type === 'Issue') return payload.has('data.parentId') ? 'sub_issue' : 'issue';
  return words(type).replaceAll(' ', '_');
}

export const integration: EventIntegration = {
  name: 'linear',
  displayName: 'Linear',
  category: 'project-management',
  summary: 'Sends changes of issues, comments, projects and cycles.',
  setup: [
    'In Linear, open **Settings**, **API**, and choose **New webhook**.',
    'Paste the URL as **URL**, choose the teams and the data whose changes are to be sent, and **Create webhook**.',
    'To have signatures checked, add the **Signing secret** of the webhook to the URL as webhook_secret.',
  ],
  signature: hmac({ header: 'Linear-Signature', algorithm: 'sha256' }),
  event: eventOf,
  events: {
    issue: issues.issueEvent('issue'),
    sub_issue: issues.issueEvent('sub-issue'),
    issue_sla: issues.sla,
    comment: issues.comment,
    reaction: issues.reaction,
    attachment: issues.attachment,
    issue_label: workspace.thing('label', 'labels'),
    project: workspace.plan('project'),
    project_update: workspace.planUpdate('project'),
    project_label: workspace.thing('project label', 'labels'),
    initiative: workspace.plan('initiative'),
    initiative_update: workspace.planUpdate('initiative'),
    cycle: workspace.cycle,
    document: workspace.thing('document', 'documents'),
    customer: workspace.thing('customer', 'customers'),
    customer_need: workspace.customerRequest,
    user: workspace.user,
    oauth_app: workspace.appRevoked,
  },
  ignored: ['agent_session_event', 'app_user_notification', 'permission_change', 'audit_entry'],
};
