// The format of the Buildbot reporter for Zulip, and that of its `HttpStatusPush`.
import {
  BRANCHES,
  type EventIntegration,
  link,
  lines,
  details,
  code,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  shaLink,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

/** By number, as Buildbot documents them. */
const RESULTS = [
  'success',
  'warnings',
  'failure',
  'skipped',
  'exception',
  'retry',
  'cancelled',
] as const;

interface Build {
  id: string;
  builder: string;
  url: string | undefined;
  project: string | undefined;
  branch: string | undefined;
  revision: string | undefined;
  state: string | undefined;
}

function buildOf(payload: Payload): Build {
  const stamp = payload.optionalList('buildset.sourcestamps')[0];
  const ofReporter = payload.optionalText('project');
  return {
    id: payload.optionalLabel('buildid') ?? payload.label('number'),
    builder: payload.optionalText('buildername') ?? payload.text('builder.name'),
    url: payload.optionalText('url'),
    project: ofReporter ?? stamp?.optionalText('project'),
    branch: stamp?.optionalText('branch'),
    revision: stamp?.optionalText('revision'),
    state: payload.optionalText('state_string'),
  };
}

function build(describe: (name: Markdown, payload: Payload) => Markdown): NotificationBuilder {
  return (payload, request) => {
    const found = buildOf(payload);
    if (!isChosen(found, request)) return undefined;
    const name = md`Build ${link(`#${found.id}`, found.url)} of ${found.builder}`;
    return {
      topic: found.project ?? 'general',
      content: lines(
        describe(name, payload),
        details({
          Branch: found.branch === undefined ? undefined : code(found.branch),
          Revision: found.revision === undefined ? undefined : shaLink(found.revision, undefined),
          State: found.state,
        }),
      ),
    };
  };
}

function isChosen({ branch }: Build, request: WebhookRequest): boolean {
  return branch === undefined || request.includesBranch(branch);
}

function resultOf(payload: Payload): string {
  const result = payload.number('results');
  return RESULTS[result] ?? `result ${result}`;
}

export const integration: EventIntegration = {
  name: 'buildbot',
  displayName: 'Buildbot',
  category: 'continuous-integration',
  summary: 'Sends builds that started or ended.',
  setup: [
    'In the configuration of the master, add a reporter **HttpStatusPush** with the URL as **serverUrl**.',
    'Restart the master with **buildbot restart**.',
  ],
  options: [BRANCHES],
  event: (payload) => {
    const event = payload.optionalText('event');
    if (event !== undefined) return event;
    return payload.flag('complete') ? 'finished' : 'new';
  },
  events: {
    new: build((name) => md`${name} started.`),
    finished: build((name, payload) => md`${name} ended: ${resultOf(payload)}.`),
  },
};
