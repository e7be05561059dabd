// All scenarios, in the order in which they run and are reported.
import type { Scenario } from '../scenario.js';
import { authenticate } from './authentication.js';
import { callHistory } from './call-history.js';
import { callTimeouts } from './call-timeouts.js';
import { calls } from './calls.js';
import { changeSettings } from './change-settings.js';
import { channels } from './channels.js';
import { deleteTopic } from './delete-topic.js';
import { editTopic } from './edit-topic.js';
import { eventToEveryone } from './event-to-everyone.js';
import { files } from './files.js';
import { firstStart } from './first-start.js';
import { getMessages } from './get-messages.js';
import { groupMembership } from './group-membership.js';
import { incomingPushes } from './incoming-pushes.js';
import { listTopics } from './list-topics.js';
import { listUsers } from './list-users.js';
import { markRead } from './mark-read.js';
import { outgoing } from './outgoing.js';
import { parkedPolls } from './parked-polls.js';
import { presence } from './presence.js';
import { register } from './register.js';
import { scheduled } from './scheduled.js';
import { search } from './search.js';
import { sendToEveryone } from './send-to-everyone.js';
import { sendToHundred } from './send-to-hundred.js';
import { subscribeEveryone } from './subscribe-everyone.js';
import { thumbnails } from './thumbnails.js';
import { twoProcesses } from './two-processes.js';
import { waitForEvent } from './wait-for-event.js';

export const scenarios: Scenario[] = [
  sendToHundred,
  sendToEveryone,
  waitForEvent,
  eventToEveryone,
  outgoing,
  incomingPushes,
  scheduled,
  parkedPolls,
  twoProcesses,
  getMessages,
  search,
  presence,
  register,
  markRead,
  channels,
  listUsers,
  subscribeEveryone,
  changeSettings,
  groupMembership,
  authenticate,
  listTopics,
  deleteTopic,
  editTopic,
  files,
  calls,
  callHistory,
  callTimeouts,
  thumbnails,
  firstStart,
];
