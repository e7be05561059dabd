// Parts of the actions of Trello, which happen on a board, and most of them to a card.
import {
  bold,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  urlPart,
} from '#modules/integrations/toolkit';

/** Undefined if there is nothing to report. */
type Describe = (action: Payload, actor: string) => Markdown | undefined;

/** The message about the action, in the topic of its board. */
export function about(describe: Describe): NotificationBuilder {
  return (payload) => {
    const action = payload.object('action');
    const content = describe(action, actorOf(action));
    return content && { topic: boardNameOf(payload), content };
  };
}

function boardNameOf(payload: Payload): string {
  return payload.optionalText('action.data.board.name') ?? payload.text('model.name');
}

function actorOf(action: Payload): string {
  return (
    action.optionalText('memberCreator.fullName') ??
    action.optionalText('memberCreator.username') ??
    'A user'
  );
}

/** Deleted cards have only a number. */
export function cardOf(action: Payload, path = 'data.card'): Markdown {
  const card = action.object(path);
  const shortLink = card.optionalText('shortLink');
  const url = shortLink === undefined ? undefined : `https://trello.com/c/${urlPart(shortLink)}`;
  return link(card.optionalText('name') ?? `#${card.label('idShort')}`, url);
}

export function boardOf(action: Payload, path = 'data.board'): Markdown {
  const shortLink = action.optionalText(`${path}.shortLink`);
  const url = shortLink === undefined ? undefined : `https://trello.com/b/${urlPart(shortLink)}`;
  return link(action.optionalText(`${path}.name`) ?? 'a board', url);
}

/** The member whose membership changes. */
export function memberOf(action: Payload): string {
  return (
    action.optionalText('member.fullName') ??
    action.optionalText('data.member.name') ??
    action.optionalText('member.username') ??
    'a member'
  );
}

/** The name of a part of the action, such as a list. */
export function nameOf(action: Payload, part: string): Markdown {
  return bold(action.optionalText(`data.${part}.name`) ?? md`without a name`);
}

/** Whether the action changed a field. The former value may be null. */
export function hasChanged(action: Payload, field: string): boolean {
  return action.value(`data.old.${field}`) !== undefined;
}
