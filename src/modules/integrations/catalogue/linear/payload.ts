// Parts of payloads that most events of Linear have.
import {
  details,
  type Insert,
  lines,
  link,
  type Markdown,
  md,
  type Notification,
  type Payload,
  quoteMarkdown,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

export function actorOf(payload: Payload): string {
  return payload.optionalText('actor.name') ?? 'Linear';
}

const VERBS: Record<string, string> = { create: 'created', update: 'changed', remove: 'deleted' };

/** What the actor did, in the past tense. */
export function verbOf(payload: Payload): string {
  const action = payload.text('action');
  return Object.hasOwn(VERBS, action) ? VERBS[action]! : action;
}

/** An issue; in other events, a part of them. */
export interface IssueReference {
  title: string;
  /** Such as SAM-12. Older payloads have it only in the address. */
  identifier: string | undefined;
  url: string | undefined;
}

export function issueReference(issue: Payload, url: string | undefined): IssueReference {
  const page = issue.optionalText('url') ?? url;
  const [, fromUrl] = /\/issue\/([\w-]{1,50})/.exec(page ?? '') ?? [];
  return {
    title: issue.text('title'),
    identifier: issue.optionalText('identifier') ?? fromUrl,
    url: page,
  };
}

export function issueTopic({ identifier, title }: IssueReference): string {
  return identifier === undefined ? title : `${identifier} ${title}`;
}

export function issueLink(issue: IssueReference, { hasTopic }: WebhookRequest): Markdown {
  const { identifier, title, url } = issue;
  return link(hasTopic ? issueTopic(issue) : (identifier ?? title), url);
}

/** The changed fields that are described, with their current values. */
export function changes(
  payload: Payload,
  fields: Readonly<Record<string, [label: string, value: (data: Payload) => Insert]>>,
): Record<string, Insert> {
  const data = payload.object('data');
  return Object.fromEntries(
    payload
      .members('updatedFrom')
      .filter(([name]) => Object.hasOwn(fields, name))
      .map(([name]) => fields[name]!)
      .map(([label, value]): [string, Insert] => [label, value(data) ?? 'none']),
  );
}

/** The message about something with a name, such as a project. */
interface Thing {
  /** With an article. */
  noun: string;
  name: string;
  topic: string;
  facts: Readonly<Record<string, Insert>>;
  /** In Markdown. */
  text?: string | undefined;
}

export function thingNotification(payload: Payload, thing: Thing): Notification {
  const name = link(thing.name, payload.optionalText('url') ?? payload.optionalText('data.url'));
  const isRemoved = payload.text('action') === 'remove';
  return {
    topic: thing.topic,
    content: lines(
      md`${actorOf(payload)} ${verbOf(payload)} ${thing.noun} ${name}.`,
      !isRemoved && details(thing.facts),
      !isRemoved && quoteMarkdown(thing.text),
    ),
  };
}
