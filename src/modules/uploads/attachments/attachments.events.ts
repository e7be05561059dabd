// Changes of the list of a user's files, sent to that user only.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const attachmentEvent = defineEvent<
  EventBody<'AttachmentAddEvent' | 'AttachmentUpdateEvent' | 'AttachmentRemoveEvent'>
>({ type: 'attachment' });
