// The order of test files: those that take longest start first, so that the last worker does not run one of
// them alone. Jest knows durations from earlier runs only, which a fresh machine has not seen.
import Sequencer from '@jest/test-sequencer';

/** The files that take more than fifteen seconds, the longest first. */
const LONG = [
  'delete-topic',
  'event-order',
  'server-restart',
  'channel-events',
  'realm-deletion',
  'processes',
  'restored-database',
  'admin',
  'security-input',
  'malformed',
  'mixed-operations',
  'faults',
  'events',
  'membership-changes',
  'realm-settings',
  'join',
  'event-queues',
  'user-group-events',
  'jobs',
  'embedded-postgres',
  'account-events',
  'mark-read',
  'first-start',
  'bots',
  'security-foreign-ids',
  'subscriptions',
  'external-content',
  'client-restart',
  'security-browsers',
  'renderer.fuzz',
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
