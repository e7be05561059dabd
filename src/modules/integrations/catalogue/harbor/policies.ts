// Runs of the policies for replication and retention.
import {
  bullets,
  counted,
  details,
  joined,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
} from '#modules/integrations/toolkit';
import { dataOf, statusText } from './artifacts.js';

const MAX_ARTIFACTS = 20;

export const replication: NotificationBuilder = (payload) => {
  const run = dataOf(payload).object('replication');
  const status = run.optionalText('job_status') ?? 'unknown';
  return {
    topic: 'replication',
    content: lines(
      md`A replication from ${registryOf(run, 'src_resource')} to ${registryOf(run, 'dest_resource')} ended: ${status}.`,
      details({
        Description: run.optionalText('description'),
        Trigger: run.optionalText('trigger_type'),
        Creator: run.optionalText('policy_creator'),
      }),
      artifactList([
        ...run.optionalList('successful_artifact'),
        ...run.optionalList('failed_artifact'),
      ]),
    ),
  };
};

function registryOf(run: Payload, path: string): string {
  return (
    run.optionalText(`${path}.registry_name`) ??
    run.optionalText(`${path}.endpoint`) ??
    'another registry'
  );
}

export const retention: NotificationBuilder = (payload) => {
  const run = dataOf(payload).object('retention');
  const project = run.optionalText('project_name') ?? 'Harbor';
  const total = run.optionalNumber('total') ?? 0;
  const retained = run.optionalNumber('retained') ?? 0;
  return {
    topic: project,
    content: lines(
      md`The tag retention of ${project} kept ${retained} of ${counted(total, 'artifact')}.`,
      details({ Result: statusText(run.optionalText('result')) }),
      artifactList(run.optionalList('deleted_artifact')),
    ),
  };
};

function artifactList(artifacts: readonly Payload[]): Markdown {
  const items = artifacts.slice(0, MAX_ARTIFACTS).map((artifact) => {
    const status = statusText(artifact.optionalText('status'));
    const reason = artifact.optionalText('fail_reason');
    return joined(
      [
        artifact.optionalText('name_tag'),
        status !== undefined && `(${status})`,
        reason !== undefined && md`– ${reason}`,
      ],
      ' ',
    );
  });
  const omitted = artifacts.length - items.length;
  return bullets([...items, omitted > 0 && `and ${omitted} more`]);
}
