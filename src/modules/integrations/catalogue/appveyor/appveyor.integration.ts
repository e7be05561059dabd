import {
  BRANCHES,
  code,
  details,
  type EventIntegration,
  firstLine,
  lines,
  link,
  md,
  type NotificationBuilder,
  shaLink,
} from '#modules/integrations/toolkit';

function build(verb: string): NotificationBuilder {
  return (payload, request) => {
    const data = payload.object('eventData');
    const branch = data.optionalText('branch');
    if (branch !== undefined && !request.includesBranch(branch)) return undefined;
    const project = data.text('projectName');
    const version = link(data.label('buildVersion'), data.optionalText('buildUrl'));
    const commit = data.optionalText('commitId');
    return {
      topic: project,
      content: lines(
        md`Build ${version} of ${project} ${verb}.`,
        details({
          Branch: branch === undefined ? undefined : code(branch),
          Commit:
            commit === undefined
              ? undefined
              : md`${firstLine(data.optionalText('commitMessage') ?? '')} (${shaLink(commit, undefined)})`,
          Author: data.optionalText('commitAuthor'),
          Started: data.optionalText('started'),
          Finished: data.optionalText('finished'),
        }),
      ),
    };
  };
}

function deployment(verb: string): NotificationBuilder {
  return (payload) => {
    const data = payload.object('eventData');
    const project = data.text('projectName');
    const version = link(data.label('buildVersion'), data.optionalText('deploymentUrl'));
    const environment = data.optionalText('environmentName') ?? data.optionalText('provider');
    return {
      topic: project,
      content: lines(
        environment === undefined
          ? md`The deployment of ${project} ${version} ${verb}.`
          : md`The deployment of ${project} ${version} to ${environment} ${verb}.`,
        details({
          Started: data.optionalText('started'),
          Finished: data.optionalText('finished'),
        }),
      ),
    };
  };
}

export const integration: EventIntegration = {
  name: 'appveyor',
  displayName: 'AppVeyor',
  category: 'continuous-integration',
  summary: 'Sends builds and deployments that succeeded or failed.',
  setup: [
    'In the settings of the project on AppVeyor, open **Notifications**, and choose **Add notification**, **Webhook**.',
    'Paste the URL, choose the events, and choose **Save**.',
  ],
  options: [BRANCHES],
  event: (payload) => payload.text('eventName'),
  events: {
    build_success: build('succeeded'),
    build_failure: build('failed'),
    deployment_success: deployment('succeeded'),
    deployment_failure: deployment('failed'),
  },
};
