// The time for checking whether a user is in a group, in an organization of 10,000 users with 200
// groups, nested ten deep, half of them with hundreds of members, and settings that name several.
// Floor: a lookup in one set of all users.
import type { GroupNode } from '#modules/groups/groups/group-graph.js';
import { GroupMembership } from '#modules/groups/groups/group-membership.service.js';
import type { GroupSettingValue } from '#modules/groups/groups/group-setting.service.js';
import type { GroupsRepository } from '#modules/groups/groups/groups.repository.js';
import { Clock } from '#platform/clock.js';
import type { Database } from '#platform/database/database.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { EventTail } from '#platform/event-log/event-tail.js';
import { RealmCaches } from '#platform/event-log/realm-cache.js';
import { SnapshotCaches } from '#platform/event-log/snapshot-cache.js';
import { Role } from '#platform/http/actor.js';
import { compareLatencies } from '../measure/rounds.js';
import { median } from '../measure/statistics.js';
import type { Row, Scenario } from '../scenario.js';

const REALM = 1;
const USERS = 10_000;
const GROUPS = 200;
const DEPTH = 10;
const MEMBERS = 500;
const LOOKUPS = 10_000;
const LIMIT_US = 10;

/** Chains of ten groups, each with the next as a subgroup; members are spread evenly. */
function nestedGroups(): GroupNode[] {
  return Array.from({ length: GROUPS }, (_, index) => ({
    id: index + 1,
    systemName: null,
    memberIds:
      index % 2 === 0 ? [] : Array.from({ length: MEMBERS }, (_m, n) => userAt(index * 37 + n)),
    subgroupIds: (index + 1) % DEPTH === 0 ? [] : [index + 2],
  }));
}

/** Not in order, so that consecutive lookups are not adjacent in the sets. */
function userAt(n: number): number {
  return ((n * 7919) % USERS) + 1;
}

function membership(): GroupMembership {
  const groups = nestedGroups();
  const repository: Pick<GroupsRepository, 'graph'> = { graph: async () => groups };
  const database: Pick<Database, 'inTransaction' | 'inSnapshot'> = {
    inTransaction: false,
    inSnapshot: false,
  };
  const tail: Pick<EventTail, 'follow' | 'onChanges' | 'onRealmClosed'> = {
    follow: async () => {},
    onChanges: () => {},
    onRealmClosed: () => {},
  };
  const clock = new Clock();
  const snapshots = new SnapshotCaches(database as Database, {} as EventLog, clock);
  const caches = new RealmCaches(database as Database, tail as EventTail, snapshots, clock);
  return new GroupMembership(repository as GroupsRepository, caches);
}

/** The outermost group of a chain, or an unnamed set of four such groups. */
function settingAt(n: number): GroupSettingValue {
  const outermost = (k: number): number => ((k * DEPTH) % GROUPS) + 1;
  if (n % 2 === 0) return outermost(n);
  return { direct_members: [], direct_subgroups: [1, 2, 3, 4].map((k) => outermost(n + k)) };
}

export const groupMembership: Scenario = {
  name: 'group-membership',
  async run(bench): Promise<Row[]> {
    const groups = membership();
    const permissions = Array.from({ length: 40 }, (_, n) => settingAt(n));
    const everyone = new Set(Array.from({ length: USERS }, (_, n) => n + 1));
    let found = 0;
    const { ours, floor } = await compareLatencies(
      {
        ours: async () => {
          const start = performance.now();
          for (let n = 0; n < LOOKUPS; n++) {
            const user = { userId: userAt(n), role: Role.Member };
            const permission = permissions[n % permissions.length]!;
            if (await groups.isMember(REALM, user, permission)) found++;
          }
          return performance.now() - start;
        },
        floor: async () => {
          const start = performance.now();
          for (let n = 0; n < LOOKUPS; n++) if (everyone.has(userAt(n))) found++;
          return performance.now() - start;
        },
      },
      { rounds: bench.quick ? 10 : 30, block: 1, warmUp: 5 },
    );
    if (found === 0) throw new Error('No user was found in any group');
    const microseconds = (samples: number[]): number => (median(samples) * 1000) / LOOKUPS;
    return [
      {
        scenario: 'group-membership',
        ours: microseconds(ours),
        floor: microseconds(floor),
        unit: 'µs',
        aim: { text: `≤ ${LIMIT_US} µs`, isMet: (time) => time <= LIMIT_US },
      },
    ];
  },
};
