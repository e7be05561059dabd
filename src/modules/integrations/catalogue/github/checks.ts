// Results of continuous integration and deployments.
import {
  bold,
  branchTopic,
  code,
  details,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  shaLink,
} from '#modules/integrations/toolkit';
import { actionOf, actorOf, repositoryOf } from './payload.js';

function checksTopic(payload: Payload): string {
  return `${repositoryOf(payload)} / checks`;
}

function commitLink(payload: Payload, sha: string): Markdown {
  const url = payload.optionalText('repository.html_url');
  return shaLink(sha, url === undefined ? undefined : `${url}/commit/${sha}`);
}

function words(value: string | undefined): string {
  return (value ?? 'unknown').replaceAll('_', ' ');
}

/** Only completed checks. */
export const checkRun: NotificationBuilder = (payload) => {
  if (payload.text('action') !== 'completed') return undefined;
  const run = payload.object('check_run');
  const name = link(run.text('name'), run.optionalText('html_url'));
  const commit = commitLink(payload, run.text('head_sha'));
  return {
    topic: checksTopic(payload),
    content: md`Check ${name} of ${commit} completed: ${bold(words(run.optionalText('conclusion')))}.`,
  };
};

export const checkSuite: NotificationBuilder = (payload, request) => {
  if (payload.text('action') !== 'completed') return undefined;
  const suite = payload.object('check_suite');
  const branch = suite.optionalText('head_branch');
  if (branch !== undefined && !request.includesBranch(branch)) return undefined;
  const app = suite.optionalText('app.name') ?? 'An app';
  return {
    topic: checksTopic(payload),
    content: md`Checks of ${app} for ${commitLink(payload, suite.text('head_sha'))} completed: ${bold(
      words(suite.optionalText('conclusion')),
    )}.`,
  };
};

export const status: NotificationBuilder = (payload) => ({
  topic: checksTopic(payload),
  content: lines(
    md`${link(payload.text('context'), payload.optionalText('target_url'))} of ${shaLink(
      payload.text('sha'),
      payload.optionalText('commit.html_url'),
    )}: ${bold(payload.text('state'))}.`,
    payload.optionalText('description') && md`${payload.optionalText('description')}`,
  ),
});

/** Only completed runs. */
export const workflowRun: NotificationBuilder = (payload, request) => {
  if (payload.text('action') !== 'completed') return undefined;
  const run = payload.object('workflow_run');
  const branch = run.optionalText('head_branch') ?? 'checks';
  if (!request.includesBranch(branch)) return undefined;
  const name = link(
    `${run.optionalText('name') ?? 'Workflow'} #${run.label('run_number')}`,
    run.optionalText('html_url'),
  );
  return {
    topic: branchTopic(repositoryOf(payload), branch),
    content: md`${name} for ${commitLink(payload, run.text('head_sha'))} completed: ${bold(
      words(run.optionalText('conclusion')),
    )}.`,
  };
};

/** Only failed jobs, because the run reports the others. */
export const workflowJob: NotificationBuilder = (payload, request) => {
  const job = payload.object('workflow_job');
  const conclusion = job.optionalText('conclusion');
  if (payload.text('action') !== 'completed' || conclusion !== 'failure') return undefined;
  const branch = job.optionalText('head_branch') ?? 'checks';
  if (!request.includesBranch(branch)) return undefined;
  return {
    topic: branchTopic(repositoryOf(payload), branch),
    content: md`Job ${link(job.text('name'), job.optionalText('html_url'))} for ${commitLink(
      payload,
      job.text('head_sha'),
    )} failed.`,
  };
};

export const workflowDispatch: NotificationBuilder = (payload) => ({
  topic: checksTopic(payload),
  content: md`${actorOf(payload)} started the workflow ${code(payload.text('workflow'))} on ${code(
    payload.text('ref').replace(/^refs\/heads\//, ''),
  )}.`,
});

function deploymentTopic(payload: Payload): string {
  return `${repositoryOf(payload)} / Deployment on ${payload.text('deployment.environment')}`;
}

export const deployment: NotificationBuilder = (payload) => ({
  topic: deploymentTopic(payload),
  content: lines(
    md`${actorOf(payload)} created a deployment of ${code(payload.text('deployment.ref'))}.`,
    details({ Task: payload.optionalText('deployment.task') }),
  ),
});

export const deploymentStatus: NotificationBuilder = (payload) => {
  const result = payload.object('deployment_status');
  const url = result.optionalText('environment_url') ?? result.optionalText('target_url');
  return {
    topic: deploymentTopic(payload),
    content: lines(
      md`${link('Deployment', url)} of ${code(payload.text('deployment.ref'))}: ${bold(
        words(result.text('state')),
      )}.`,
      result.optionalText('description') && md`${result.optionalText('description')}`,
    ),
  };
};

export const deploymentReview: NotificationBuilder = (payload) => {
  const names = payload
    .optionalList('workflow_job_runs')
    .map((run) => run.optionalText('environment'))
    .filter((name) => name !== undefined);
  const run = payload.optionalObject('workflow_run');
  const workflow = link(run?.optionalText('name') ?? 'a workflow', run?.optionalText('html_url'));
  const environment = names[0] ?? payload.optionalText('environment') ?? 'an environment';
  return {
    topic: `${repositoryOf(payload)} / Deployment on ${environment}`,
    content: md`Deployment by ${workflow} to ${bold(environment)}: review ${actionOf(payload)}.`,
  };
};

export const deploymentProtectionRule: NotificationBuilder = (payload) => {
  const environment = payload.text('environment');
  return {
    topic: `${repositoryOf(payload)} / Deployment on ${environment}`,
    content: md`${actorOf(payload)} requested a deployment to ${bold(environment)}.`,
  };
};

export const pageBuild: NotificationBuilder = (payload) => {
  const build = payload.object('build');
  const pusher = build.optionalText('pusher.login') ?? actorOf(payload);
  return {
    topic: repositoryOf(payload),
    content: lines(
      md`GitHub Pages build, started by ${pusher}: ${bold(build.text('status'))}.`,
      build.optionalText('error.message') && md`${build.optionalText('error.message')}`,
    ),
  };
};

export const mergeGroup: NotificationBuilder = (payload, request) => {
  const group = payload.object('merge_group');
  const branch = group.text('base_ref').replace(/^refs\/heads\//, '');
  if (!request.includesBranch(branch)) return undefined;
  const isRequested = payload.text('action') === 'checks_requested';
  const result = payload.optionalText('reason') ?? 'destroyed';
  return {
    topic: branchTopic(repositoryOf(payload), branch),
    content: md`Merge group ${commitLink(payload, group.text('head_sha'))} for ${code(branch)}: ${
      isRequested ? 'checks requested' : result
    }.`,
  };
};
