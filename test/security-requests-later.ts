// Sample requests for drafts, saved snippets, scheduled messages and reminders, as in security-requests.ts.
import { unique } from './factories.js';
import { EMPTY, Naming, type SampleRequest } from './security-request.js';
import { LATER, type Name, TOPIC } from './security-scene.js';

function draftFor(type: '' | 'stream' | 'private', id: Name): object {
  return { type, to: [id], topic: TOPIC, content: 'later', timestamp: 1_700_000_000 };
}

const channelDraft = (id: Name): object => draftFor('stream', id);
const userDraft = (id: Name): object => draftFor('private', id);
const newName = (): string => unique('name');

export const LATER_REQUESTS: Record<string, SampleRequest[]> = {
  'get-drafts': EMPTY,
  'create-drafts': [
    { fields: { drafts: [{ type: '', to: [], topic: '', content: 'later' }] } },
    { fields: { drafts: new Naming('channel', (id) => [channelDraft(id)]) } },
    { fields: { drafts: new Naming('user', (id) => [userDraft(id)]) } },
  ],
  'edit-draft': [
    {
      fields: { draft_id: new Naming('draft'), draft: draftFor('', 0) },
      sparesThings: true,
    },
    { fields: { draft_id: new Naming('draft'), draft: new Naming('channel', channelDraft) } },
    { fields: { draft_id: new Naming('draft'), draft: new Naming('user', userDraft) } },
  ],
  'delete-draft': [{ fields: { draft_id: new Naming('draft') } }],
  'get-saved-snippets': EMPTY,
  'create-saved-snippet': [{ fields: { title: 'Sample', content: 'text' } }],
  'edit-saved-snippet': [
    {
      fields: { saved_snippet_id: new Naming('snippet'), title: newName, content: newName },
      sparesThings: true,
    },
  ],
  'delete-saved-snippet': [{ fields: { saved_snippet_id: new Naming('snippet') } }],
  'get-scheduled-messages': EMPTY,
  'create-scheduled-message': [
    {
      fields: {
        type: 'channel',
        to: new Naming('channel'),
        topic: TOPIC,
        content: 'later',
        read_by_sender: true,
        ...LATER,
      },
    },
    {
      fields: {
        type: 'direct',
        to: new Naming('user', (id) => [id]),
        content: 'later',
        ...LATER,
      },
    },
  ],
  'update-scheduled-message': [
    {
      fields: {
        scheduled_message_id: new Naming('scheduledMessage'),
        content: 'changed',
        ...LATER,
      },
      sparesThings: true,
    },
    {
      fields: {
        scheduled_message_id: new Naming('scheduledMessage'),
        type: 'channel',
        to: new Naming('channel'),
        topic: TOPIC,
      },
    },
  ],
  'delete-scheduled-message': [
    { fields: { scheduled_message_id: new Naming('scheduledMessage') } },
  ],
  'get-reminders': EMPTY,
  'create-message-reminder': [
    { fields: { message_id: new Naming('message'), note: 'a note', ...LATER } },
  ],
  'delete-reminder': [{ fields: { reminder_id: new Naming('reminder') } }],
};
