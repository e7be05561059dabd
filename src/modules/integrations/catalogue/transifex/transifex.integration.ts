import { createHash } from 'node:crypto';
import {
  details,
  type EventIntegration,
  hmac,
  lines,
  md,
  type NotificationBuilder,
  type Payload,
  type SignedRequest,
} from '#modules/integrations/toolkit';

function completed(what: string): NotificationBuilder {
  return (payload) => {
    const project = payload.text('project');
    const language = payload.text('language');
    return {
      topic: `${project} in ${language}`,
      content: lines(
        md`${what} of the resource ${payload.text('resource')} in ${language} is complete.`,
        progressOf(payload),
      ),
    };
  };
}

const statistics: NotificationBuilder = (payload) => {
  const language = payload.text('language');
  return {
    topic: `${payload.text('project')} in ${language}`,
    content: lines(
      md`The resource ${payload.text('resource')} in ${language} changed.`,
      progressOf(payload),
    ),
  };
};

function progressOf(payload: Payload): ReturnType<typeof details> {
  return details({
    Translated: percentage(payload, 'translated'),
    Reviewed: percentage(payload, 'reviewed'),
    Proofread: percentage(payload, 'proofread'),
  });
}

function percentage(payload: Payload, path: string): string | undefined {
  const value = payload.optionalLabel(path);
  return value === undefined ? undefined : `${value} %`;
}

/** Earlier webhooks contain only the progress. */
function eventOf(payload: Payload): string {
  const event = payload.optionalText('event');
  if (event !== undefined) return event;
  return payload.has('reviewed') ? 'review_completed' : 'translation_completed';
}

function signedMessage({ header, body }: SignedRequest): string | undefined {
  const url = header('X-TX-Url');
  const date = header('Date');
  if (url === undefined || date === undefined) return undefined;
  return ['POST', url, date, createHash('md5').update(body).digest('hex')].join('\n');
}

export const integration: EventIntegration = {
  name: 'transifex',
  displayName: 'Transifex',
  category: 'productivity',
  summary: 'Sends translations and reviews that are complete.',
  setup: [
    'In the project on Transifex, open **Settings**, **Webhooks**, and choose **Add webhook**.',
    'Paste the URL as **URL**, and choose the events.',
    'To have signatures checked, enter a **Secret key**, and add it to the URL as webhook_secret.',
    'Choose **Active** as the status, and **Save Changes**.',
  ],
  body: 'form',
  signature: hmac({
    header: 'X-TX-Signature-V2',
    algorithm: 'sha256',
    encoding: 'base64',
    message: signedMessage,
  }),
  event: eventOf,
  events: {
    translation_completed: completed('The translation'),
    translation_completed_updated: completed('The updated translation'),
    translation_updated_completed: completed('The updated translation'),
    review_completed: completed('The review'),
    proofread_completed: completed('The proofreading'),
    fillup_completed: completed('The automatic translation'),
    resource_language_stats: statistics,
  },
};
