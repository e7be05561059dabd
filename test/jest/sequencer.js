// The order of test files: those that take longest start first, so that the last worker does not run one of
// them alone. Jest knows durations from earlier runs only, which a fresh machine has not seen.
import Sequencer from '@jest/test-sequencer';

/** The files that take more than fifteen seconds, the longest first. */
const LONG = [
  'image-processes',
  'killed-uploads',
  'resumable-upload-processes',
  'scheduled-kills',
  'delete-topic',
  'admin',
  'event-order',
  'server-restart',
  'image-previews',
  'resumable-uploads',
  'hostile-uploads',
  'uploads',
  'attachments',
  'security-input',
  'call-properties',
  'call-history',
  'calls',
  'channel-events',
  'mixed-operations',
  'faults',
  'worker-process',
  'call-timeouts',
  'realm-deletion',
  'processes',
  'restored-database',
  'malformed',
  'rights-at-commit',
  'settings',
  'realm-settings',
  'jobs',
  'sip',
  'video-links',
  'events',
  'presence',
  'event-queues',
  'security-foreign-ids',
  'renderer.fuzz',
  'user-group-events',
  'account-events',
  'request-limits',
  'request-products',
  'client-restart',
  'narrow-properties',
  'login-limits',
  'directory',
  'bots',
  'outgoing-webhooks',
  'webhook-failures',
  'webhook-kills',
  'passwords',
  'embedded-postgres',
  'security-extra-parameters',
  'join',
  'membership-changes',
  'message-plans',
  'first-start',
].map((name) => new RegExp(`/${name}\\.(e2e-)?spec\\.ts$`));

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const index = LONG.findIndex((file) => file.test(path));
      return index === -1 ? LONG.length : index;
    };
    // oxlint-disable-next-line unicorn/no-array-sort -- the base class sorts by earlier runs
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}
