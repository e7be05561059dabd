// Changes of the files of a user, sent only to this user.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const attachmentEvent = defineEvent<
  EventBody<'AttachmentAddEvent' | 'AttachmentUpdateEvent' | 'AttachmentRemoveEvent'>
>({ type: 'attachment' });
