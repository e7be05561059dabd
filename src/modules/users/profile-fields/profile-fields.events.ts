// The profile fields of the realm changed. The event contains all fields.
import { defineEvent } from '#platform/event-log/event-definition.js';
import type { EventBody } from '#platform/http/contract.js';

export const profileFieldsEvent = defineEvent<EventBody<'CustomProfileFieldsEvent'>>({
  type: 'custom_profile_fields',
});
