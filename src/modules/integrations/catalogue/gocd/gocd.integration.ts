// The format of the webhook notifier plugin of GoCD.
import {
  BRANCHES,
  bullets,
  details,
  type EventIntegration,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  shaLink,
  urlPart,
} from '#modules/integrations/toolkit';

const stage: NotificationBuilder = (payload, request) => {
  const pipeline = payload.object('data.pipeline');
  const material = pipeline.optionalList('build-cause')[0];
  const branch = material?.optionalText('material.git-configuration.branch');
  if (branch !== undefined && !request.includesBranch(branch)) return undefined;
  const name = pipeline.text('name');
  const number = pipeline.label('counter');
  const state = pipeline.text('stage.state');
  return {
    topic: branch ?? name,
    content: lines(
      md`Stage ${pipeline.text('stage.name')} of pipeline ${name} (run ${number}): ${state}.`,
      details({
        Commit: commitOf(material),
        'Approved by': pipeline.optionalText('stage.approved-by'),
        Finished:
          state === 'Building' ? undefined : pipeline.optionalText('stage.last-transition-time'),
      }),
      state === 'Building' ? undefined : jobs(pipeline),
    ),
  };
};

function commitOf(material: Payload | undefined): Markdown | undefined {
  const revision = material?.optionalList('modifications')[0]?.optionalText('revision');
  if (revision === undefined) return undefined;
  const repository = material?.optionalText('material.git-configuration.url');
  const page = repository?.replace(/\.git$/, '');
  return shaLink(revision, page === undefined ? undefined : `${page}/commit/${urlPart(revision)}`);
}

function jobs(pipeline: Payload): Markdown {
  return bullets(
    pipeline
      .optionalList('stage.jobs')
      .map((job) => md`${job.text('name')}: ${job.optionalText('result') ?? job.text('state')}`),
  );
}

export const integration: EventIntegration = {
  name: 'gocd',
  displayName: 'GoCD',
  category: 'continuous-integration',
  summary: 'Sends stages of pipelines that started or ended.',
  setup: [
    'Install the plugin **WebHook Notifier** on the server of GoCD.',
    'In **Admin**, **Plugins**, open its settings, and paste the URL as the URL for stage status.',
    'Enable notifications of stages, and save the settings.',
  ],
  options: [BRANCHES],
  event: (payload) => payload.text('type'),
  events: { stage },
  ignored: ['agent'],
};
