// The text of a webhook has a sentence of Wekan in the language of the user, and the address of the card or
// the board on its last line.
import {
  type EventIntegration,
  lines,
  link,
  md,
  type NotificationBuilder,
  quoteMarkdown,
  sentence,
  sharedSecret,
} from '#modules/integrations/toolkit';

const TOPIC = 'Wekan Notification';

/** What Wekan reports, as the suffix of `act-`. */
const ACTIVITIES = `
  a-dueAt a-endAt a-receivedAt a-startAt addAttachment addBoardMember addChecklist addChecklistItem
  addComment addLabel addSubtask addedLabel almostdue archivedBoard archivedCard archivedList
  archivedSwimlane atUserComment checkedItem completeChecklist createBoard createCard createCustomField
  createList createSwimlane deleteAttachment deleteCard deleteComment deleteCustomField duenow editComment
  importBoard importCard importList joinMember moveCard moveCardToOtherBoard newDue pastdue removeBoard
  removeBoardMember removeChecklist removeChecklistItem removeLabel removeList removeSwimlane removedLabel
  restoredCard restoredList setCustomField uncheckedItem uncompleteChecklist unjoinMember unsetCustomField
  withDue
`
  .trim()
  .split(/\s+/);

const notification: NotificationBuilder = (payload, { hasTopic }) => {
  const text = payload.text('text').trim();
  const lastLine = text.slice(text.lastIndexOf('\n') + 1);
  const url = /^https?:\/\//.test(lastLine) ? lastLine : undefined;
  const before = url === undefined ? text : text.slice(0, -lastLine.length).trim();
  const card = payload.optionalText('card');
  const comment = payload.optionalText('comment');
  const label = card ?? 'the board';
  // The sentence quotes the comment, which follows in a block.
  const own = comment === undefined ? before : before.replace(comment, '…');
  return {
    topic: TOPIC,
    content: lines(
      sentence(own === '' ? TOPIC : own),
      url !== undefined && md`${hasTopic ? `${TOPIC}: ` : ''}${link(`Open ${label}`, url)}`,
      quoteMarkdown(comment),
    ),
  };
};

export const integration: EventIntegration = {
  name: 'wekan',
  displayName: 'Wekan',
  category: 'project-management',
  summary: 'Sends what happens to the cards, lists and members of a board.',
  setup: [
    'In the menu of the board on Wekan, open **Outgoing Webhooks**.',
    'Paste the URL, choose **Outgoing Webhooks** as the kind, and **Save**.',
    'To have requests checked, enter a **Token**, and add it to the URL as webhook_secret.',
  ],
  signature: sharedSecret({ header: 'X-Wekan-Token' }),
  event: (payload) => payload.optionalText('description') ?? 'activity',
  events: {
    activity: notification,
    ...Object.fromEntries(ACTIVITIES.map((name) => [`act-${name}`, notification])),
  },
};
