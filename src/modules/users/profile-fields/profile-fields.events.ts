// The profile fields of the realm changed. The event contains all fields.
import { defineEvent } from '#platform/event-log/event-definition.js';

export const profileFieldsEvent = defineEvent<{ fields: Record<string, unknown>[] }>({
  type: 'custom_profile_fields',
});
