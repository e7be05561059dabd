import { defineEvent } from '#platform/event-log/event-definition.js';

export interface AlertWordsChanged {
  /** All alert words of the user. */
  alert_words: string[];
}

export const alertWordsEvent = defineEvent<AlertWordsChanged>({ type: 'alert_words' });
