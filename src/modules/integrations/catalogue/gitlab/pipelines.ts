import {
  bold,
  branchTopic,
  bullets,
  code,
  lines,
  link,
  md,
  type NotificationBuilder,
  shaLink,
} from '#modules/integrations/toolkit';
import { actorOf, repositoryOf, repositoryUrl } from './payload.js';

/** Additional jobs are not listed. */
const MAX_JOBS = 50;

export const pipeline: NotificationBuilder = (payload, request) => {
  const item = payload.object('object_attributes');
  const branch = item.text('ref');
  if (!request.includesBranch(branch)) return undefined;
  const project = repositoryUrl(payload);
  const id = item.label('id');
  const url = project === undefined ? undefined : `${project}/-/pipelines/${id}`;
  const jobs = payload.optionalList('builds').slice(0, MAX_JOBS);
  return {
    topic: branchTopic(repositoryOf(payload), branch),
    content: lines(
      md`${link(`Pipeline #${id}`, item.optionalText('url') ?? url)} for ${code(branch)}: ${bold(
        item.text('status'),
      )}.`,
      bullets(
        jobs.map((job) => {
          const jobUrl = project === undefined ? undefined : `${project}/-/jobs/${job.label('id')}`;
          return md`${link(job.text('name'), jobUrl)}: ${job.text('status')}`;
        }),
      ),
    ),
  };
};

export const job: NotificationBuilder = (payload, request) => {
  const branch = payload.text('ref');
  if (!request.includesBranch(branch)) return undefined;
  const project = payload.optionalText('repository.homepage') ?? repositoryUrl(payload);
  const id = payload.label('build_id');
  const url = project === undefined ? undefined : `${project}/-/jobs/${id}`;
  return {
    topic: branchTopic(repositoryOf(payload), branch),
    content: md`Job ${link(payload.text('build_name'), url)} of the stage ${code(
      payload.text('build_stage'),
    )}: ${bold(payload.text('build_status'))}.`,
  };
};

export const deployment: NotificationBuilder = (payload) => {
  const environment = payload.text('environment');
  const place = link(environment, payload.optionalText('environment_external_url'));
  const commit = shaLink(payload.text('short_sha'), payload.optionalText('commit_url'));
  return {
    topic: `${repositoryOf(payload)} / Deployment on ${environment}`,
    content: md`${link('Deployment', payload.optionalText('deployable_url'))} of ${commit} to ${place} by ${actorOf(
      payload,
    )}: ${bold(payload.text('status'))}.`,
  };
};
