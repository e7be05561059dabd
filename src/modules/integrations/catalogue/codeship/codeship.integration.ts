import {
  BRANCHES,
  code,
  details,
  lines,
  link,
  md,
  type PlainIntegration,
  firstLine,
  shaLink,
  words,
} from '#modules/integrations/toolkit';

/** Other states are sent as they are. */
const OUTCOMES: ReadonlyMap<string, string> = new Map([
  ['initiated', 'was initiated'],
  ['waiting', 'waits'],
  ['testing', 'started'],
  ['success', 'succeeded'],
  ['error', 'failed'],
  ['stopped', 'was stopped'],
  ['blocked', 'is blocked'],
  ['ignored', 'was ignored'],
  ['infrastructure_failure', 'failed because of the infrastructure'],
]);

export const integration: PlainIntegration = {
  name: 'codeship',
  displayName: 'Codeship',
  category: 'continuous-integration',
  summary: 'Sends builds that started or ended.',
  setup: [
    'In the settings of the project on Codeship, open **Notifications**, and choose **New Notification**, **Webhook**.',
    'Paste the URL, and save it.',
  ],
  options: [BRANCHES],
  notification: (payload, request) => {
    const build = payload.object('build');
    const branch = build.text('branch');
    if (!request.includesBranch(branch)) return undefined;
    const status = build.text('status');
    const project = build.optionalText('project_name') ?? build.text('project_full_name');
    const number = link(`#${build.label('build_id')}`, build.optionalText('build_url'));
    const commit = build.optionalText('commit_id');
    return {
      topic: project,
      content: lines(
        md`Build ${number} of ${code(branch)} ${OUTCOMES.get(status) ?? `is in the state ${words(status)}`}.`,
        details({
          Commit:
            commit === undefined
              ? undefined
              : md`${firstLine(build.optionalText('message') ?? '')} (${shaLink(commit, build.optionalText('commit_url'))})`,
          Author: build.optionalText('committer'),
        }),
      ),
    };
  },
};
