// One's own devices, for one's other clients.
import { defineEvent } from '#platform/event-log/event-definition.js';

export const deviceEvent = defineEvent<{ op: 'add' | 'remove'; device_id: number }>({
  type: 'device',
});
