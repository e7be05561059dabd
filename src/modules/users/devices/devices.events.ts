// Devices of a user, published to the clients of that user only.
import { defineEvent } from '#platform/event-log/event-definition.js';

export const deviceEvent = defineEvent<{ op: 'add' | 'remove'; device_id: number }>({
  type: 'device',
});
