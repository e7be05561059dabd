import {
  BRANCHES,
  bullets,
  code,
  details,
  duration,
  type EventIntegration,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  optionalLink,
  type Payload,
  quote,
  shaLink,
  urlPart,
} from '#modules/integrations/toolkit';
import { tokenSignature } from './signature.js';

function deploy(verb: string): NotificationBuilder {
  return (payload, request) => {
    const branch = payload.optionalText('branch');
    if (branch !== undefined && !request.includesBranch(branch)) return undefined;
    const site = payload.text('name');
    const page = payload.optionalText('ssl_url') ?? payload.optionalText('url');
    return {
      topic: branch ?? 'deploys',
      content: lines(
        md`The ${link('deploy', pageOf(payload))} to ${link(site, page)} ${verb}.`,
        details({
          Title: payload.optionalText('title'),
          Branch: branch === undefined ? undefined : code(branch),
          Context: payload.optionalText('context'),
          Commit: commitOf(payload),
          Committer: payload.optionalText('committer'),
          Duration: duration(payload.optionalNumber('deploy_time')),
          Preview: optionalLink('Open', payload.optionalText('deploy_ssl_url')),
          'Pull request': optionalLink('Review', payload.optionalText('review_url')),
        }),
        quote(payload.optionalText('error_message')),
      ),
    };
  };
}

function pageOf(payload: Payload): string | undefined {
  const site = payload.optionalText('admin_url');
  const id = payload.optionalText('id');
  return site === undefined || id === undefined ? undefined : `${site}/deploys/${urlPart(id)}`;
}

function commitOf(payload: Payload): Markdown | undefined {
  const sha = payload.optionalText('commit_ref');
  return sha === undefined ? undefined : shaLink(sha, payload.optionalText('commit_url'));
}

const submission: NotificationBuilder = (payload) => {
  const form = payload.optionalText('form_name') ?? 'form';
  return {
    topic: form,
    content: lines(
      md`${payload.optionalText('name') ?? 'A visitor'} submitted the form ${form}.`,
      bullets(
        payload
          .optionalList('ordered_human_fields')
          .map(
            (field) =>
              md`${field.optionalText('title') ?? field.text('name')}: ${field.optionalLabel('value')}`,
          ),
      ),
    ),
  };
};

export const integration: EventIntegration = {
  name: 'netlify',
  displayName: 'Netlify',
  category: 'continuous-integration',
  summary: 'Sends deploys, and forms that visitors submit.',
  setup: [
    'In the configuration of the project on Netlify, open **Notifications**, and choose **Add notification**, **HTTP POST request**.',
    'Choose the event, and paste the URL as **URL to notify**.',
    'To verify signatures, enter a **JWS secret token** and add it to the URL as webhook_secret.',
  ],
  options: [BRANCHES],
  signature: tokenSignature,
  event: (_payload, request) => request.requireHeader('X-Netlify-Event'),
  events: {
    deploy_building: deploy('started'),
    deploy_created: deploy('succeeded'),
    deploy_failed: deploy('failed'),
    deploy_locked: deploy('was locked'),
    deploy_unlocked: deploy('was unlocked'),
    deploy_deleted: deploy('was deleted'),
    deploy_request_pending: deploy('waits for approval'),
    deploy_request_accepted: deploy('was approved'),
    deploy_request_rejected: deploy('was rejected'),
    submission_created: submission,
  },
};
