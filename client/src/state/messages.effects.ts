// Messages, their flags, and unread messages.
import { channels } from './channels.effects.js';
import { noteDeletion, noteMessage } from './newest.js';
import type { ClientState, Effects } from './effects.js';
import { type Row, setMembers } from './rows.js';
import { countedMention, type Details, mentionOf } from './unread.js';

export const messageEffects: Effects = {
  // Reactions are part of messages, not of the state.
  'reaction/add': () => undefined,
  'reaction/remove': () => undefined,
  submessage: () => undefined,
  // The list of files is not registered.
  'attachment/add': () => undefined,
  'attachment/update': () => undefined,
  'attachment/remove': () => undefined,

  // Typing notifications expire; they are not part of the state.
  'typing/start': () => undefined,
  'typing/stop': () => undefined,
  'typing_edit_message/start': () => undefined,
  'typing_edit_message/stop': () => undefined,

  message(state, event) {
    const { unread, userId } = state;
    const message = event['message'] as Row;
    const flags = event['flags'] as string[];
    const id = message['id'] as number;
    const isDirect = message['type'] === 'private';
    const people = isDirect
      ? (message['display_recipient'] as { id: number }[]).map((person) => person.id)
      : [];
    const others = people.filter((person) => person !== userId);
    noteMessage(state, id, isDirect ? others : undefined);
    if (!isDirect) noteInChannel(state, message['stream_id'] as number, id);
    if (flags.includes('read')) return;
    unread?.add(id, {
      mention: mentionOf(flags),
      ...(isDirect
        ? { others }
        : { streamId: message['stream_id'] as number, topic: message['subject'] as string }),
    });
  },

  alert_words({ fields }, event) {
    fields['alert_words'] = event['alert_words'];
  },

  'update_message_flags/add'({ fields, unread }, event) {
    const ids = event['messages'] as number[];
    if (event['flag'] === 'read') {
      if (event['all'] === true) unread?.clear();
      else unread?.remove(ids);
    }
    if (event['flag'] === 'starred') setMembers(fields, 'starred_messages', ids, true);
  },

  'update_message_flags/remove'({ fields, unread }, event) {
    const ids = event['messages'] as number[];
    if (event['flag'] === 'starred') setMembers(fields, 'starred_messages', ids, false);
    if (event['flag'] !== 'read') return;
    const details = event['message_details'] as Record<string, Row>;
    for (const id of ids) unread?.add(id, detailsOf(details[id]!));
  },

  update_message({ unread }, event) {
    const [id, ids] = [event['message_id'] as number, event['message_ids'] as number[]];
    const streamId = (event['new_stream_id'] ?? event['stream_id']) as number;
    unread?.change(ids, (details) => {
      if (!('topic' in details)) return details;
      const topic = (event['subject'] as string | undefined) ?? details.topic;
      return { ...details, streamId, topic };
    });
    if (event['content'] === undefined) return;
    const mention = mentionOf(event['flags'] as string[]);
    unread?.change([id], (details) => ({ ...details, mention }));
  },

  delete_message(state, event) {
    const { fields, unread } = state;
    const ids = (event['message_ids'] as number[] | undefined) ?? [event['message_id'] as number];
    unread?.remove(ids);
    setMembers(fields, 'starred_messages', ids, false);
    noteDeletion(state, ids);
  },
};

/** The first message of a channel is published to subscribers only, by itself. */
function noteInChannel({ fields }: ClientState, streamId: number, id: number): void {
  for (const channel of channels(fields, [streamId])) {
    channel['first_message_id'] = Math.min(
      (channel['first_message_id'] as number | null) ?? id,
      id,
    );
  }
}

function detailsOf(details: Row): Details {
  const isMuted = details['unmuted_stream_msg'] === false;
  const mention = countedMention(details['mentioned'] === true, isMuted);
  return details['type'] === 'private'
    ? { mention, others: details['user_ids'] as number[] }
    : { mention, streamId: details['stream_id'] as number, topic: details['topic'] as string };
}
