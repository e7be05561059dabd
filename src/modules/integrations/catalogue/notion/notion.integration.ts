// Webhooks of Notion contain the ids of what has changed, but no names and no content. The first one has a
// token, which the user enters in Notion, and with which the others are signed.
import {
  code,
  counted,
  type EventIntegration,
  hmac,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  urlPart,
  words,
} from '#modules/integrations/toolkit';

const CONTENT_VERBS: Record<string, string> = {
  created: 'was created',
  content_updated: 'was edited',
  moved: 'was moved',
  deleted: 'was moved to the trash',
  undeleted: 'was restored from the trash',
};

const SCHEMA_VERBS = { ...CONTENT_VERBS, schema_updated: 'has other properties' };

const PAGE_VERBS = {
  ...CONTENT_VERBS,
  properties_updated: 'has other values of properties',
  locked: 'was locked',
  unlocked: 'was unlocked',
};

const FILE_VERBS = {
  created: 'was started',
  completed: 'was completed',
  expired: 'expired',
  upload_failed: 'failed',
};

function topicOf(payload: Payload): string {
  return payload.optionalText('workspace_name') ?? 'Notion';
}

function pageLink(label: string, id: string): Markdown {
  return link(label, `https://www.notion.so/${urlPart(id.replaceAll('-', ''))}`);
}

/** A page, a database or a data source. */
function content(noun: string, verb: string): NotificationBuilder {
  return (payload) => {
    const id = payload.text('entity.id');
    const authors = payload.count('authors');
    const by = authors === 0 ? undefined : md` by ${authorsOf(payload)}`;
    return {
      topic: topicOf(payload),
      content: md`A ${pageLink(noun, id)} ${verb}${verb.startsWith('was ') ? by : undefined}.`,
    };
  };
}

/** Only the kinds of the authors are known. */
function authorsOf(payload: Payload): string {
  const authors = payload.optionalList('authors');
  const [first] = authors;
  if (authors.length > 1) return counted(authors.length, 'author');
  return first?.optionalText('type') === 'person'
    ? 'a member'
    : `a ${words(first?.optionalText('type') ?? 'bot')}`;
}

function comment(verb: string): NotificationBuilder {
  return (payload) => {
    const parent = payload.optionalText('data.page_id') ?? payload.optionalText('data.parent.id');
    const place = parent === undefined ? 'a page' : pageLink('a page', parent);
    return { topic: topicOf(payload), content: md`A comment on ${place} was ${verb}.` };
  };
}

function fileUpload(verb: string): NotificationBuilder {
  return (payload) => ({ topic: topicOf(payload), content: md`The upload of a file ${verb}.` });
}

const verification: NotificationBuilder = (payload) => ({
  topic: 'Verification',
  content: lines(
    'Enter this token in Notion to verify the subscription:',
    code(payload.text('verification_token')),
  ),
});

function events(
  prefix: string,
  verbs: Readonly<Record<string, string>>,
  build: (verb: string) => NotificationBuilder,
): Record<string, NotificationBuilder> {
  return Object.fromEntries(
    Object.entries(verbs).map(([name, verb]) => [`${prefix}.${name}`, build(verb)]),
  );
}

export const integration: EventIntegration = {
  name: 'notion',
  displayName: 'Notion',
  category: 'productivity',
  summary: 'Sends changes of pages, databases and comments.',
  setup: [
    'On the page https://www.notion.so/profile/integrations, create an integration, and give it access to the pages.',
    'In the integration, open **Webhooks**, and choose **Create a subscription**.',
    'Paste the URL as **Webhook URL**, choose the events, and create the subscription.',
    'Copy the token from the message that is sent, choose **Verify**, and paste it.',
  ],
  signature: hmac({ header: 'X-Notion-Signature', algorithm: 'sha256', prefix: 'sha256=' }),
  event: (payload) => (payload.has('verification_token') ? 'verification' : payload.text('type')),
  events: {
    verification,
    ...events('page', PAGE_VERBS, (verb) => content('page', verb)),
    ...events('database', SCHEMA_VERBS, (verb) => content('database', verb)),
    ...events('data_source', SCHEMA_VERBS, (verb) => content('data source', verb)),
    ...events('comment', { created: 'added', updated: 'edited', deleted: 'deleted' }, comment),
    ...events('file_upload', FILE_VERBS, fileUpload),
  },
};
