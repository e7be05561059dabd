// Changes of boards, of their lists, labels, fields and members.
import {
  bold,
  lines,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  words,
} from '#modules/integrations/toolkit';
import { about, boardOf, hasChanged, memberOf, nameOf } from './actions.js';

/** The actor did this to a part of the board, such as a list. */
function part(verb: string, noun: string, name: string): NotificationBuilder {
  return about((action, actor) => md`${actor} ${verb} the ${noun} ${nameOf(action, name)}.`);
}

const listUpdated = about((action, actor) => {
  if (hasChanged(action, 'closed')) {
    const verb = action.flag('data.list.closed') ? 'archived' : 'restored';
    return md`${actor} ${verb} the list ${nameOf(action, 'list')}.`;
  }
  return renamed(action, { actor, noun: 'list', name: 'list' });
});

/** Undefined unless the name was changed. */
function renamed(
  action: Payload,
  { actor, noun, name }: { actor: string; noun: string; name: string },
): Markdown | undefined {
  if (!hasChanged(action, 'name')) return undefined;
  const before = bold(action.optionalText('data.old.name'));
  return md`${actor} renamed the ${noun} ${before} to ${nameOf(action, name)}.`;
}

const labelUpdated = about(
  (action, actor) =>
    renamed(action, { actor, noun: 'label', name: 'label' }) ??
    md`${actor} changed the label ${nameOf(action, 'label')}.`,
);

const fieldUpdated = about(
  (action, actor) =>
    renamed(action, { actor, noun: 'field', name: 'customField' }) ??
    md`${actor} changed the field ${nameOf(action, 'customField')}.`,
);

function listMoved(preposition: 'from' | 'to', path: string): NotificationBuilder {
  return about(
    (action, actor) =>
      md`${actor} moved the list ${nameOf(action, 'list')} ${preposition} the board ${boardOf(action, path)}.`,
  );
}

function board(verb: string): NotificationBuilder {
  return about((action, actor) => md`${actor} ${verb} the board ${boardOf(action)}.`);
}

const boardUpdated = about((action, actor) => {
  const reference = boardOf(action);
  if (hasChanged(action, 'name')) {
    return md`${actor} renamed the board ${bold(action.optionalText('data.old.name'))} to ${reference}.`;
  }
  if (hasChanged(action, 'closed')) {
    const verb = action.flag('data.board.closed') ? 'closed' : 'reopened';
    return md`${actor} ${verb} the board ${reference}.`;
  }
  if (hasChanged(action, 'desc')) {
    return lines(
      md`${actor} changed the description of the board ${reference}.`,
      quoteMarkdown(action.optionalText('data.board.desc')),
    );
  }
  const names = settingsOf(action);
  return names === '' ? undefined : md`${actor} changed the board ${reference}: ${names}.`;
});

/** The names of the settings that the action changed. */
function settingsOf(action: Payload): string {
  return action
    .members('data.old')
    .flatMap(([name]) =>
      name === 'prefs' || name === 'labelNames'
        ? action.members(`data.old.${name}`).map(([inner]) => inner)
        : [name],
    )
    .map(words)
    .join(', ');
}

/** What became of a member of the board, after the words "the board". */
function member(verb: string, preposition: string): NotificationBuilder {
  return about((action, actor) => {
    const name = memberOf(action);
    return md`${actor} ${verb} ${name === actor ? 'the own account' : name} ${preposition} the board ${boardOf(action)}.`;
  });
}

const memberJoined = about((action, actor) => {
  const name = memberOf(action);
  return name === actor
    ? md`${actor} joined the board ${boardOf(action)}.`
    : md`${actor} added ${name} to the board ${boardOf(action)}.`;
});

const memberLeft = about((action, actor) => {
  const name = memberOf(action);
  return name === actor
    ? md`${actor} left the board ${boardOf(action)}.`
    : md`${actor} removed ${name} from the board ${boardOf(action)}.`;
});

const organization = (verb: string, preposition: string): NotificationBuilder =>
  about(
    (action, actor) =>
      md`${actor} ${verb} the board ${boardOf(action)} ${preposition} the workspace ${nameOf(action, 'organization')}.`,
  );

export const boardEvents: Readonly<Record<string, NotificationBuilder>> = {
  createBoard: board('created'),
  copyBoard: board('copied'),
  updateBoard: boardUpdated,
  addToOrganizationBoard: organization('added', 'to'),
  removeFromOrganizationBoard: organization('removed', 'from'),
  addMemberToBoard: memberJoined,
  removeMemberFromBoard: memberLeft,
  makeAdminOfBoard: member('made', 'an administrator of'),
  makeNormalMemberOfBoard: member('made', 'a normal member of'),
  makeObserverOfBoard: member('made', 'an observer of'),
  createList: part('created', 'list', 'list'),
  updateList: listUpdated,
  moveListFromBoard: listMoved('to', 'data.boardTarget'),
  moveListToBoard: listMoved('from', 'data.boardSource'),
  createLabel: part('created', 'label', 'label'),
  updateLabel: labelUpdated,
  deleteLabel: part('deleted', 'label', 'label'),
  createCustomField: part('created', 'field', 'customField'),
  updateCustomField: fieldUpdated,
  deleteCustomField: part('deleted', 'field', 'customField'),
  enablePlugin: part('enabled', 'Power-Up', 'plugin'),
  disablePlugin: part('disabled', 'Power-Up', 'plugin'),
};
