// The format of the plugin tcWebHooks, and that of the webhooks which are part of TeamCity.
import {
  BRANCHES,
  code,
  counted,
  details,
  lines,
  link,
  md,
  type Notification,
  type NotificationBuilder,
  type Payload,
  type PlainIntegration,
  quote,
  words,
} from '#modules/integrations/toolkit';

const notification: NotificationBuilder = (payload, request) => {
  const build = payload.has('build') ? ofPlugin(payload.object('build')) : ofTeamCity(payload);
  if (build.branch !== undefined && !request.includesBranch(build.branch)) return undefined;
  return notificationOf(build);
};

interface Build {
  name: string;
  number: string;
  url: string | undefined;
  /** A sentence without a period after the name of the build. */
  outcome: string;
  branch: string | undefined;
  agent: string | undefined;
  actor: string | undefined;
  changes: number;
  text: string | undefined;
}

function notificationOf(build: Build): Notification {
  const { name, number, url, outcome, branch, agent, actor, changes, text } = build;
  return {
    topic: branch === undefined ? name : `${name} (${branch})`,
    content: lines(
      md`${name} build ${link(number, url)} ${outcome}.`,
      details({
        Branch: branch === undefined ? undefined : code(branch),
        Changes: changes === 0 ? undefined : counted(changes, 'commit'),
        'Triggered by': actor,
        Agent: agent,
      }),
      quote(text),
    ),
  };
}

function ofPlugin(build: Payload): Build {
  const result = build.optionalText('buildResult') ?? build.text('buildStatus');
  const before = build.optionalText('buildResultPrevious');
  const isFinished = build.optionalText('notifyType') !== 'buildStarted';
  const personal = build.optionalLabel('buildIsPersonal');
  return {
    name: build.optionalText('buildFullName') ?? build.text('buildName'),
    number: `#${build.label('buildNumber')}`,
    url: build.optionalText('buildStatusUrl'),
    outcome: isFinished ? outcomeOf(result, before) : 'started',
    branch: build.optionalText('branchDisplayName') ?? build.optionalText('branchName'),
    agent: build.optionalText('agentName'),
    actor: build.optionalText('triggeredBy'),
    changes: build.count('changes'),
    text: personal === 'true' ? 'Personal build' : undefined,
  };
}

function outcomeOf(result: string, before: string | undefined): string {
  const [now, then] = [result.toLowerCase(), before?.toLowerCase()];
  if (now === 'running') return 'is running';
  if (now === 'success') return then === 'failure' ? 'is fixed' : 'was successful';
  if (now === 'failure') return then === 'failure' ? 'is still broken' : 'is broken';
  return `ended: ${words(result)}`;
}

function ofTeamCity(payload: Payload): Build {
  const build = payload.object('payload');
  return {
    name:
      build.optionalText('buildType.name') ??
      build.optionalText('buildTypeId') ??
      build.text('buildType.id'),
    number: `#${build.optionalLabel('number') ?? build.label('id')}`,
    url: build.optionalText('webUrl'),
    outcome: [words(payload.text('eventType').replace(/^BUILD_/, '')), statusOf(build)].join(''),
    branch: build.optionalText('branchName'),
    agent: build.optionalText('agent.name'),
    actor:
      build.optionalText('triggered.user.name') ?? build.optionalText('triggered.user.username'),
    changes: build.optionalNumber('changes.count') ?? 0,
    text: build.optionalText('statusText'),
  };
}

function statusOf(build: Payload): string {
  const status = build.optionalText('status');
  return status === undefined ? '' : `: ${words(status)}`;
}

export const integration: PlainIntegration = {
  name: 'teamcity',
  displayName: 'TeamCity',
  category: 'continuous-integration',
  summary: 'Sends builds that started, ended, or were interrupted.',
  setup: [
    'Install the plugin **tcWebHooks** in TeamCity.',
    'In the build configuration, open **WebHooks**, and choose **Click to create new WebHook**.',
    'Paste the URL, choose **JSON** as the format and the events, and save it.',
  ],
  options: [BRANCHES],
  notification,
};
