// Topic visibility policies and topic icons.
import type { Effects } from './effects.js';
import { rows, topicKey } from './rows.js';

export const topicEffects: Effects = {
  user_topic({ fields }, event) {
    const { id: _id, type: _type, ...change } = event;
    const key = topicKey(change);
    const topics = rows(fields, 'user_topics');
    const known = topics.find((topic) => topicKey(topic) === key);
    if (change['visibility_policy'] === 0) {
      fields['user_topics'] = topics.filter((topic) => topic !== known);
    } else if (known) Object.assign(known, change);
    else topics.push(change);
  },

  muted_topics({ fields }, event) {
    if ('muted_topics' in fields) fields['muted_topics'] = event['muted_topics'];
  },

  // Icons are part of the topics of a channel, not of the state.
  'topic_icon/set': () => undefined,
  'topic_icon/remove': () => undefined,
};
