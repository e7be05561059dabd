import { defineEvent } from '#platform/event-log/event-definition.js';

export interface AlertWordsChanged {
  /** All that the user has now. */
  alert_words: string[];
}

export const alertWordsEvent = defineEvent<AlertWordsChanged>({ type: 'alert_words' });
