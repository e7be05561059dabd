// Parts of payloads that most events of GitHub have.
import {
  itemTopic,
  link,
  type Markdown,
  md,
  type Payload,
  type WebhookRequest,
} from '#modules/integrations/toolkit';

export function repositoryOf(payload: Payload): string {
  return payload.text('repository.name');
}

export function actorOf(payload: Payload): string {
  return payload.text('sender.login');
}

/** The action as words: `ready_for_review` is "ready for review". */
export function actionOf(payload: Payload): string {
  return payload.text('action').replaceAll('_', ' ');
}

/** An issue, a pull request or a discussion. */
export interface Item {
  kind: 'issue' | 'PR' | 'discussion';
  /** The object with `number`, `title` and `html_url`. */
  payload: Payload;
}

export function topicOf(payload: Payload, { kind, payload: item }: Item): string {
  const id = item.number('number');
  const title = item.text('title');
  if (kind === 'discussion') return `${repositoryOf(payload)} discussion #${id}: ${title}`;
  return itemTopic(repositoryOf(payload), { kind, id, title });
}

/** A link with the number and, unless the topic has it, the title. */
export function itemLink({ kind, payload: item }: Item, request: WebhookRequest): Markdown {
  const title = request.hasTopic ? ` ${item.text('title')}` : '';
  return link(`${kind} #${item.number('number')}${title}`, item.optionalText('html_url'));
}

/** "from A to B", for members of `changes`. */
export function changeOf(payload: Payload, name: string, current: string | undefined): Markdown {
  const before = payload.optionalText(`changes.${name}.from`);
  return before === undefined ? md`to ${current}` : md`from ${before} to ${current}`;
}
