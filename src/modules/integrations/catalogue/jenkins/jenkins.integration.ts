// The format of the Notification plugin of Jenkins.
import {
  BRANCHES,
  code,
  details,
  duration,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  shaLink,
  words,
} from '#modules/integrations/toolkit';

const MILLISECONDS = 1000;

function build(verb: string): NotificationBuilder {
  return (payload, request) => {
    const branch = branchOf(payload);
    if (branch !== undefined && !request.includesBranch(branch)) return undefined;
    const name = payload.optionalText('display_name') ?? payload.text('name');
    const number = link(
      `#${payload.label('build.number')}`,
      payload.optionalText('build.full_url'),
    );
    const status = payload.optionalText('build.status');
    return {
      topic: name,
      content: lines(
        status === undefined
          ? md`Build ${number} of ${name} ${verb}.`
          : md`Build ${number} of ${name} ${verb}: ${words(status)}.`,
        status === undefined ? undefined : resultOf(payload, branch),
      ),
    };
  };
}

/** With the name of the remote, as in "origin/main". */
function branchOf(payload: Payload): string | undefined {
  return payload.optionalText('build.scm.branch')?.replace(/^(?:refs\/heads|origin)\//, '');
}

function resultOf(payload: Payload, branch: string | undefined): Markdown {
  const commit = payload.optionalText('build.scm.commit');
  const milliseconds = payload.optionalNumber('build.duration');
  return details({
    Branch: branch === undefined ? undefined : code(branch),
    Commit: commit === undefined ? undefined : shaLink(commit, undefined),
    Authors: payload.texts('build.scm.culprits').join(', '),
    Duration: milliseconds ? duration(milliseconds / MILLISECONDS) : undefined,
    Tests: testsOf(payload.optionalObject('build.test_summary')),
    Notes: payload.optionalText('build.notes'),
  });
}

function testsOf(summary: Payload | undefined): string | undefined {
  const total = summary?.optionalNumber('total');
  if (!summary || !total) return undefined;
  return `${summary.optionalLabel('passed') ?? 0} passed, ${summary.optionalLabel('failed') ?? 0} failed, ${summary.optionalLabel('skipped') ?? 0} skipped`;
}

export const integration: EventIntegration = {
  name: 'jenkins',
  displayName: 'Jenkins',
  category: 'continuous-integration',
  summary: 'Sends builds that started or ended.',
  setup: [
    'In **Manage Jenkins**, **Plugins**, install the plugin **Notification**.',
    'In the configuration of the job, find **Job Notifications**, and choose **Add Endpoint**.',
    'Choose the format **JSON** and the protocol **HTTP**, paste the URL, and choose an event.',
  ],
  options: [BRANCHES],
  event: (payload) => payload.text('build.phase').toLowerCase(),
  events: {
    queued: build('was queued'),
    started: build('started'),
    completed: build('was completed'),
    finalized: build('ended'),
  },
};
