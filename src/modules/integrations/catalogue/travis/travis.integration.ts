import {
  BRANCHES,
  code,
  details,
  duration,
  type EventIntegration,
  firstLine,
  lines,
  link,
  md,
  type NotificationBuilder,
  shaLink,
} from '#modules/integrations/toolkit';

const build: NotificationBuilder = (payload, request) => {
  const branch = payload.text('branch');
  if (!request.includesBranch(branch)) return undefined;
  const status = payload.text('status_message').toLowerCase();
  const number = link(`#${payload.label('number')}`, payload.optionalText('build_url'));
  const pull = payload.optionalLabel('pull_request_number');
  const repository = payload.optionalText('repository.name');
  const commit = payload.text('commit');
  return {
    topic: 'builds',
    content: lines(
      repository === undefined
        ? md`Build ${number} ended: ${status}.`
        : md`Build ${number} of ${repository} ended: ${status}.`,
      details({
        Branch: code(branch),
        'Pull request':
          pull === undefined
            ? undefined
            : md`#${pull} ${payload.optionalText('pull_request_title')}`,
        Commit: md`${firstLine(payload.text('message'))} (${shaLink(commit, payload.optionalText('compare_url'))})`,
        Author: payload.optionalText('author_name'),
        Duration: duration(payload.optionalNumber('duration')),
      }),
    ),
  };
};

export const integration: EventIntegration = {
  name: 'travis',
  displayName: 'Travis CI',
  category: 'continuous-integration',
  summary: 'Sends builds that ended.',
  setup: [
    'In the file **.travis.yml** of the repository, add the URL to **notifications**, **webhooks**, **urls**.',
    'Set **on_success** and **on_failure** to always, never or change to choose which builds are sent.',
    'To exclude builds of pull requests, add pull_request to the parameter exclude_events of the URL.',
  ],
  options: [BRANCHES],
  event: (payload) => payload.text('type'),
  events: { push: build, pull_request: build, cron: build, api: build },
};
