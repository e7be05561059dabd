import {
  bold,
  code,
  lines,
  link,
  type Markdown,
  md,
  type NotificationBuilder,
  type Payload,
  quoteMarkdown,
  time,
  words,
} from '#modules/integrations/toolkit';
import { about, boardOf, cardOf, hasChanged, memberOf, nameOf } from './actions.js';

const created = about((action, actor) =>
  lines(
    md`${actor} created the card ${cardOf(action)} in ${nameOf(action, 'list')}.`,
    quoteMarkdown(action.optionalText('data.card.desc')),
  ),
);

const updated = about((action, actor) => {
  const card = cardOf(action);
  if (action.has('data.listAfter')) {
    return md`${actor} moved the card ${card} from ${nameOf(action, 'listBefore')} to ${nameOf(action, 'listAfter')}.`;
  }
  if (hasChanged(action, 'closed')) {
    const verb = action.flag('data.card.closed') ? 'archived' : 'restored';
    return md`${actor} ${verb} the card ${card}.`;
  }
  if (hasChanged(action, 'name')) {
    return md`${actor} renamed the card ${bold(action.optionalText('data.old.name'))} to ${card}.`;
  }
  if (hasChanged(action, 'desc')) return descriptionContent(action, { actor, card });
  if (hasChanged(action, 'due')) return dateContent(action, { actor, card, field: 'due' });
  if (hasChanged(action, 'start')) return dateContent(action, { actor, card, field: 'start' });
  if (hasChanged(action, 'dueComplete')) {
    const state = action.flag('data.card.dueComplete') ? 'complete' : 'incomplete';
    return md`${actor} marked the card ${card} as ${state}.`;
  }
  return otherChange(action, { actor, card });
});

interface CardChange {
  actor: string;
  card: Markdown;
}

function descriptionContent(action: Payload, { actor, card }: CardChange): Markdown {
  const description = action.optionalText('data.card.desc');
  return description === undefined
    ? md`${actor} removed the description of the card ${card}.`
    : lines(md`${actor} changed the description of the card ${card}.`, quoteMarkdown(description));
}

function dateContent(
  action: Payload,
  { actor, card, field }: CardChange & { field: 'due' | 'start' },
): Markdown {
  const date = action.optionalText(`data.card.${field}`);
  return date === undefined
    ? md`${actor} removed the ${field} date of the card ${card}.`
    : md`${actor} set the ${field} date of the card ${card} to ${time(date)}.`;
}

/** Positions within a list and covers are not reported. */
function otherChange(action: Payload, { actor, card }: CardChange): Markdown | undefined {
  const names = action
    .members('data.old')
    .map(([name]) => name)
    .filter((name) => name !== 'pos' && name !== 'cover');
  if (names.length === 0) return undefined;
  return md`${actor} changed the card ${card}: ${names.map(words).join(', ')}.`;
}

/** The actor did this to the card. */
function did(verb: string): NotificationBuilder {
  return about((action, actor) => md`${actor} ${verb} the card ${cardOf(action)}.`);
}

const emailed = about(
  (action, actor) =>
    md`${actor} created the card ${cardOf(action)} in ${nameOf(action, 'list')} by email.`,
);

const deleted = about(
  (action, actor) =>
    md`${actor} deleted the card ${cardOf(action)} from ${nameOf(action, 'list')}.`,
);

const copied = about(
  (action, actor) =>
    md`${actor} copied the card ${cardOf(action, 'data.cardSource')} to ${cardOf(action)} in ${nameOf(action, 'list')}.`,
);

const movedToBoard = about(
  (action, actor) =>
    md`${actor} moved the card ${cardOf(action)} from the board ${boardOf(action, 'data.boardSource')} to this board.`,
);

const movedFromBoard = about(
  (action, actor) =>
    md`${actor} moved the card ${cardOf(action)} to the board ${boardOf(action, 'data.boardTarget')}.`,
);

const convertedItem = about(
  (action, actor) =>
    md`${actor} made the card ${cardOf(action)} of an item in a checklist of ${cardOf(action, 'data.cardSource')}.`,
);

const commented = about((action, actor) =>
  lines(
    md`${actor} commented on the card ${cardOf(action)}.`,
    quoteMarkdown(action.optionalText('data.text')),
  ),
);

const commentEdited = about((action, actor) =>
  lines(
    md`${actor} edited a comment on the card ${cardOf(action)}.`,
    quoteMarkdown(action.optionalText('data.action.text')),
  ),
);

const attached = about(
  (action, actor) =>
    md`${actor} attached ${link(
      action.optionalText('data.attachment.name') ?? 'a file',
      action.optionalText('data.attachment.url'),
    )} to the card ${cardOf(action)}.`,
);

const detached = about(
  (action, actor) =>
    md`${actor} removed the attachment ${nameOf(action, 'attachment')} from the card ${cardOf(action)}.`,
);

/** The actor added or removed the member; the actor can be the member. */
function membership(verb: 'added' | 'removed'): NotificationBuilder {
  return about((action, actor) => {
    const member = memberOf(action);
    if (member === actor) {
      return md`${actor} ${verb === 'added' ? 'joined' : 'left'} the card ${cardOf(action)}.`;
    }
    const preposition = verb === 'added' ? 'to' : 'from';
    return md`${actor} ${verb} ${member} ${preposition} the card ${cardOf(action)}.`;
  });
}

/** Labels without a name have only a color. */
function labeled(verb: string, preposition: string): NotificationBuilder {
  return about((action, actor) => {
    const name =
      action.optionalText('data.label.name') ??
      action.optionalText('data.label.color') ??
      action.optionalText('data.value');
    return md`${actor} ${verb} the label ${bold(name ?? 'without a name')} ${preposition} the card ${cardOf(action)}.`;
  });
}

const voted = about((action, actor) =>
  action.flag('data.voted')
    ? md`${actor} voted for the card ${cardOf(action)}.`
    : md`${actor} removed the vote for the card ${cardOf(action)}.`,
);

/** The value is an object with one member, which is named by its type. */
const fieldUpdated = about((action, actor) => {
  const [, value] = action.members('data.customFieldItem.value')[0] ?? [];
  return md`${actor} set ${nameOf(action, 'customField')} of the card ${cardOf(action)}${
    value === undefined ? undefined : md` to ${code(value.optionalLabel([]))}`
  }.`;
});

/** The actor did this to a checklist of the card. */
function checklist(verb: string, preposition: string): NotificationBuilder {
  return about(
    (action, actor) =>
      md`${actor} ${verb} the checklist ${nameOf(action, 'checklist')} ${preposition} the card ${cardOf(action)}.`,
  );
}

const checklistUpdated = about((action, actor) =>
  hasChanged(action, 'name')
    ? md`${actor} renamed the checklist ${bold(action.optionalText('data.old.name'))} of the card ${cardOf(action)} to ${nameOf(action, 'checklist')}.`
    : undefined,
);

/** The actor did this to an item of a checklist. */
function checkItem(verb: string): NotificationBuilder {
  return about(
    (action, actor) =>
      md`${actor} ${verb} ${nameOf(action, 'checkItem')} in the checklist ${nameOf(action, 'checklist')} of the card ${cardOf(action)}.`,
  );
}

const checkItemState = about((action, actor) => {
  const verb = action.optionalText('data.checkItem.state') === 'complete' ? 'checked' : 'unchecked';
  return md`${actor} ${verb} ${nameOf(action, 'checkItem')} in the checklist ${nameOf(action, 'checklist')} of the card ${cardOf(action)}.`;
});

export const cardEvents: Readonly<Record<string, NotificationBuilder>> = {
  createCard: created,
  updateCard: updated,
  deleteCard: deleted,
  copyCard: copied,
  emailCard: emailed,
  moveCardToBoard: movedToBoard,
  moveCardFromBoard: movedFromBoard,
  convertToCardFromCheckItem: convertedItem,
  commentCard: commented,
  copyCommentCard: commented,
  updateComment: commentEdited,
  deleteComment: did('deleted a comment on'),
  addAttachmentToCard: attached,
  deleteAttachmentFromCard: detached,
  addMemberToCard: membership('added'),
  removeMemberFromCard: membership('removed'),
  addLabelToCard: labeled('added', 'to'),
  removeLabelFromCard: labeled('removed', 'from'),
  voteOnCard: voted,
  updateCustomFieldItem: fieldUpdated,
  addChecklistToCard: checklist('added', 'to'),
  removeChecklistFromCard: checklist('removed', 'from'),
  updateChecklist: checklistUpdated,
  createCheckItem: checkItem('added'),
  updateCheckItem: checkItem('changed'),
  deleteCheckItem: checkItem('deleted'),
  updateCheckItemStateOnCard: checkItemState,
};
