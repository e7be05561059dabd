// The alert words of a user changed. The event contains all of them.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const alertWordsEvent = defineEvent<EventBody<'AlertWordsEvent'>>({ type: 'alert_words' });
