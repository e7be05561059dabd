import {
  bullets,
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
  urlPart,
} from '#modules/integrations/toolkit';

export const pipeline: NotificationBuilder = (payload, request) => {
  const project = payload.text('project.name');
  const kind = payload.text('revision.reference_type');
  const branch = payload.optionalText('revision.branch.name');
  if (kind === 'branch' && branch !== undefined && !request.includesBranch(branch)) {
    return undefined;
  }
  const name = payload.text('pipeline.name');
  const result = payload.text('pipeline.result');
  return {
    topic: `${project}/${referenceOf(payload, kind)}`,
    content: lines(
      md`Pipeline ${link(name, workflowUrl(payload))} ${result}.`,
      details({
        Branch: kind === 'branch' && branch !== undefined ? code(branch) : undefined,
        Tag: kind === 'tag' ? code(payload.optionalText('revision.tag')) : undefined,
        'Pull request': pullRequestOf(payload),
        Commit: commitOf(payload),
        'Triggered by': payload.optionalText('revision.sender.login'),
        Reason: result === 'passed' ? undefined : payload.optionalText('pipeline.result_reason'),
        Error: payload.optionalText('pipeline.error_description'),
      }),
      result !== 'passed' && blocks(payload),
    ),
  };
};

function referenceOf(payload: Payload, kind: string): string {
  if (kind === 'tag') return payload.text('revision.tag');
  if (kind === 'pull_request') {
    return payload.optionalText('revision.pull_request.name') ?? payload.text('revision.reference');
  }
  return payload.text('revision.branch.name');
}

/** The address of the organization is not part of the payload, but follows from its name. */
function workflowUrl(payload: Payload): string | undefined {
  const organization = payload.optionalText('organization.name');
  const workflow = payload.optionalText('workflow.id');
  if (organization === undefined || workflow === undefined) return undefined;
  const host = organization.toLowerCase().replaceAll(/[^a-z0-9-]/g, '');
  return `https://${host}.semaphoreci.com/workflows/${urlPart(workflow)}`;
}

function repositoryUrl(payload: Payload): string | undefined {
  return payload.optionalText('repository.url');
}

function commitOf(payload: Payload): Markdown {
  const sha = payload.text('revision.commit_sha');
  const repository = repositoryUrl(payload);
  const url = repository === undefined ? undefined : `${repository}/commit/${urlPart(sha)}`;
  return md`${firstLine(payload.optionalText('revision.commit_message') ?? '')} (${shaLink(sha, url)})`;
}

function pullRequestOf(payload: Payload): Markdown | undefined {
  const number = payload.optionalLabel('revision.pull_request.number');
  if (number === undefined) return undefined;
  const repository = repositoryUrl(payload);
  const url = repository === undefined ? undefined : `${repository}/pull/${urlPart(number)}`;
  const name = payload.optionalText('revision.pull_request.name') ?? '';
  return link(`#${number} ${name}`, url);
}

/** The blocks that did not pass, with their jobs. */
function blocks(payload: Payload): Markdown {
  const failed = payload
    .optionalList('blocks')
    .filter((block) => block.optionalText('result') !== 'passed');
  return bullets(
    failed.map((block) => md`${block.text('name')}: ${block.optionalText('result') ?? 'unknown'}`),
  );
}
