// The time for authenticating a request when the user of its API key is cached.
// Floor: hashing the key, which every request needs.
import type {
  Account,
  AuthenticationRepository,
} from '#modules/auth/authentication/authentication.repository.js';
import { AuthenticationService } from '#modules/auth/authentication/authentication.service.js';
import type { AuthorizedClientsRepository } from '#modules/auth/authentication/authorized-clients.repository.js';
import type { RealmsService } from '#modules/realms/realms/realms.service.js';
import { Clock } from '#platform/clock.js';
import { sha256 } from '#platform/crypto.js';
import type { EventLog } from '#platform/event-log/event-log.js';
import type { EventTail } from '#platform/event-log/event-tail.js';
import { type RealmIdentity, Role } from '#platform/http/actor.js';
import { compareLatencies } from '../measure/rounds.js';
import { median } from '../measure/statistics.js';
import type { Row, Scenario } from '../scenario.js';

const REQUESTS = 5_000;
const LIMIT_US = 100;
const EMAIL = 'person@example.com';
const API_KEY = 'a-sample-key-of-thirty-two-chars';
const REALM: RealmIdentity = { id: 1, stringId: '', deactivated: false };

const ACCOUNT: Account = {
  id: 1,
  realmId: REALM.id,
  role: Role.Member,
  botType: null,
  email: EMAIL,
  deliveryEmail: EMAIL,
  fullName: 'Sample Person',
  isActive: true,
  isSystemBot: false,
};

function authentication(): AuthenticationService {
  const repository: Pick<AuthenticationRepository, 'findByApiKeyHash'> = {
    findByApiKeyHash: async () => ACCOUNT,
  };
  const tail: Pick<EventTail, 'follow' | 'onChanges' | 'onRealmClosed'> = {
    follow: async () => {},
    onChanges: () => {},
    onRealmClosed: () => {},
  };
  return new AuthenticationService(
    repository as AuthenticationRepository,
    {} as AuthorizedClientsRepository,
    {} as RealmsService,
    tail as EventTail,
    {} as EventLog,
    new Clock(),
  );
}

export const authenticate: Scenario = {
  name: 'authentication',
  async run(bench): Promise<Row[]> {
    const service = authentication();
    let bytes = 0;
    const { ours, floor } = await compareLatencies(
      {
        ours: async () => {
          const start = performance.now();
          for (let n = 0; n < REQUESTS; n++) await service.authenticate(REALM, EMAIL, API_KEY);
          return performance.now() - start;
        },
        floor: async () => {
          const start = performance.now();
          for (let n = 0; n < REQUESTS; n++) bytes += sha256(API_KEY).length;
          return performance.now() - start;
        },
      },
      { rounds: bench.quick ? 10 : 30, block: 1, warmUp: 5 },
    );
    if (bytes === 0) throw new Error('No key was hashed');
    const microseconds = (samples: number[]): number => (median(samples) * 1000) / REQUESTS;
    return [
      {
        scenario: 'authentication',
        ours: microseconds(ours),
        floor: microseconds(floor),
        unit: 'µs',
        aim: { text: `≤ ${LIMIT_US} µs`, isMet: (time) => time <= LIMIT_US },
      },
    ];
  },
};
