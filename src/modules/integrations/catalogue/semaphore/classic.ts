// Builds and deploys of Semaphore Classic.
import {
  code,
  details,
  firstLine,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  shaLink,
} from '#modules/integrations/toolkit';

export const classicBuild: NotificationBuilder = (payload, request) => {
  const branch = payload.text('branch_name');
  if (!request.includesBranch(branch)) return undefined;
  const number = link(`#${payload.label('build_number')}`, payload.optionalText('build_url'));
  return {
    topic: `${payload.text('project_name')}/${branch}`,
    content: lines(md`Build ${number} ${payload.text('result')}.`, factsOf(payload)),
  };
};

export const classicDeploy: NotificationBuilder = (payload, request) => {
  const branch = payload.text('branch_name');
  if (!request.includesBranch(branch)) return undefined;
  const number = link(`#${payload.label('number')}`, payload.optionalText('html_url'));
  const server = link(payload.text('server_name'), payload.optionalText('server_html_url'));
  return {
    topic: `${payload.text('project_name')}/${branch}`,
    content: lines(md`Deploy ${number} to ${server} ${payload.text('result')}.`, factsOf(payload)),
  };
};

function factsOf(payload: Payload): Markdown {
  const commit = payload.object('commit');
  const sha = shaLink(commit.text('id'), commit.optionalText('url'));
  return details({
    Branch: code(payload.text('branch_name')),
    Commit: md`${firstLine(commit.optionalText('message') ?? '')} (${sha})`,
    Author: commit.optionalText('author_name'),
  });
}
