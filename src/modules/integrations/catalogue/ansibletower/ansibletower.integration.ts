// Notifications of Ansible Tower and AWX about jobs, updates, workflows and approvals.
import {
  bullets,
  details,
  lines,
  link,
  type Markdown,
  md,
  type Payload,
  type PlainIntegration,
  quote,
  time,
} from '#modules/integrations/toolkit';

/** Other states are sent as they are. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['running', 'started'],
  ['successful', 'was successful'],
  ['failed', 'failed'],
  ['error', 'ended with an error'],
  ['canceled', 'was canceled'],
]);

export const integration: PlainIntegration = {
  name: 'ansibletower',
  displayName: 'Ansible Tower',
  category: 'continuous-integration',
  summary: 'Sends jobs that started, succeeded or failed.',
  setup: [
    'In Ansible Tower, open **Notifications**, and add a notification template of the type **Webhook**.',
    'Paste the URL as **Target URL**, and save it.',
    'Enable the notification in job templates, projects, workflows or the organization.',
  ],
  notification: (payload) => {
    const name = payload.text('name');
    const status = payload.text('status');
    const kind = payload.optionalText('friendly_name') ?? 'Job';
    return {
      topic: name,
      content: lines(
        md`${kind} ${link(`#${payload.label('id')} ${name}`, payload.optionalText('url'))} ${OUTCOMES.get(status) ?? `is in the state ${status}`}.`,
        details({
          Project: payload.optionalText('project'),
          Playbook: payload.optionalText('playbook'),
          Inventory: payload.optionalText('inventory'),
          Limit: payload.optionalText('limit'),
          'Started by': payload.optionalText('created_by'),
          Started: time(payload.optionalText('started')),
          Finished: time(payload.optionalText('finished')),
        }),
        hosts(payload),
        quote(payload.optionalText('traceback') ?? payload.optionalText('body')),
      ),
    };
  },
};

function hosts(payload: Payload): Markdown {
  return bullets(
    payload
      .members('hosts')
      .map(([name, host]) => md`${name}: ${host.flag('failed') ? 'failed' : 'successful'}`),
  );
}
