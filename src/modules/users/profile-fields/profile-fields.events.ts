// The fields of the profiles of the organization changed: all of them, as they are now.
import { defineEvent } from '#platform/event-log/event-definition.js';

export const profileFieldsEvent = defineEvent<{ fields: Record<string, unknown>[] }>({
  type: 'custom_profile_fields',
});
