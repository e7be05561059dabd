// Operations return the same response for objects of another organization and for unknown ones, and
// change nothing. Every name in every parameter of the contract is tried; see security-requests.ts.
import { describe, expect, it } from '@jest/globals';
import { Database } from '#platform/database/database.js';
import { type DocumentedOperation, documentedOperations } from './contract.js';
import { fingerprints } from './security-fingerprint.js';
import { Naming, type SampleRequest } from './security-request.js';
import { NAMELESS, REQUESTS, withPath } from './security-requests.js';
import {
  exchange,
  type Kind,
  type Name,
  Organization,
  type TextAnswer,
  unknownLike,
} from './security-scene.js';
import { sharedMailApp } from './app.js';

const foreignNames = new Map<Kind, Promise<Name>>();

const { test } = await sharedMailApp();
const home = await Organization.make(test);
await leaveGap();
const foreign = await Organization.make(test);
const takeFingerprint = await fingerprints(test, foreign.realm.realmId);
for (const request of Object.values(REQUESTS).flat()) {
  for (const value of Object.values(request.fields)) {
    if (value instanceof Naming) await nameAbroad(value.kind);
  }
}
const untouched = await takeFingerprint();

/** Makes ids recognizable in responses, and leaves unknown ids of the same size. */
async function leaveGap(): Promise<void> {
  await test.app.get(Database).query(
    `SELECT setval(format('%I.%I', schemaname, sequencename), 700000) FROM pg_sequences
     WHERE schemaname = 'public' AND max_value > 700000`,
  );
}

function nameAbroad(kind: Kind): Promise<Name> {
  let name = foreignNames.get(kind);
  if (name === undefined) {
    name = foreign.make(kind);
    foreignNames.set(kind, name);
  }
  return name;
}

const spared = new Map<Kind, Promise<Name>>();

function nameAtHome(kind: Kind, isSpared = false): Promise<Name> {
  if (!isSpared) return home.make(kind);
  const name = spared.get(kind) ?? home.make(kind);
  spared.set(kind, name);
  return name;
}

type Choice = 'own' | 'foreign' | 'unknown';

/** Sends the request with this choice for one parameter, and own things for the others. */
async function send(
  { method, path }: DocumentedOperation,
  { fields, byNewUser, sparesThings }: SampleRequest,
  tried?: { parameter: string; choice: Choice },
): Promise<Pick<TextAnswer, 'status' | 'text'>> {
  const actor = byNewUser ? await home.newUser() : home.owner;
  const known: string[] = [];
  const given: Record<string, unknown> = {};
  for (const [parameter, value] of Object.entries(fields)) {
    if (value instanceof Naming) {
      const choice = parameter === tried?.parameter ? tried.choice : 'own';
      const name =
        choice === 'own'
          ? await nameAtHome(value.kind, sparesThings)
          : await nameAbroad(value.kind).then(choice === 'foreign' ? asItIs : unknownLike);
      given[parameter] = await value.shape(name, home);
      known.push(String(name));
    } else if (typeof value === 'function') {
      given[parameter] = (value as () => unknown)();
      known.push(typeof given[parameter] === 'string' ? given[parameter] : '');
    } else {
      given[parameter] = value;
    }
  }
  const answer = await exchange(test, {
    method,
    ...withPath(path, given),
    host: home.realm.host,
    credentials: actor,
  });
  return { status: answer.status, text: withoutNames(answer.text, known) };
}

const asItIs = (name: Name): Name => name;

/** The variable parts of responses. */
const VOLATILE = [
  /"updated_count":(\d+)/,
  /^\{"result":"success","msg":"","id":(\d+)\}/,
  /"queue_id":"([^"]+)"/,
  /"last_event_id":(\d+)/,
];

/** Replaces names and variable parts. */
function withoutNames(text: string, names: string[]): string {
  return names
    .concat(VOLATILE.flatMap((pattern) => pattern.exec(text)?.[1] ?? []))
    .filter((name) => name !== '')
    .toSorted((a, b) => b.length - a.length)
    .reduce(
      (rest, name) => rest.replaceAll(new RegExp(`(?<!\\w)${escape(name)}(?!\\w)`, 'gi'), '*'),
      text,
    );
}

function escape(name: string): string {
  return name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

const cases = documentedOperations()
  .map((operation) => ({ name: operation.operationId, operation }))
  // This operation changes permissions, so it is last.
  .toSorted((a, b) => Number(a.name === 'update-realm') - Number(b.name === 'update-realm'));

/** Parameters without an entry in security-requests.ts. */
function unexplained({ operationId, parameters }: DocumentedOperation): string[] {
  const named = (REQUESTS[operationId] ?? []).flatMap(({ fields }) =>
    Object.keys(fields).filter((name) => fields[name] instanceof Naming),
  );
  return parameters
    .filter(({ schema }) => schema.type !== 'boolean' && schema.enum === undefined)
    .map(({ name }) => name)
    .filter((name) => !named.includes(name) && !NAMELESS.has(name));
}

it('security-requests.ts covers every parameter of the contract', () => {
  const operations = documentedOperations();
  expect(Object.keys(REQUESTS).toSorted()).toEqual(
    operations.map(({ operationId }) => operationId).toSorted(),
  );
  const problems = operations.flatMap((operation) =>
    unexplained(operation).map((name) => `${operation.operationId}: ${name}`),
  );
  expect(problems).toEqual([]);
});

describe.each(cases)('$name', ({ name, operation }) => {
  const requests = REQUESTS[name] ?? [];
  const namings = requests.flatMap((request) =>
    Object.keys(request.fields)
      .filter((parameter) => request.fields[parameter] instanceof Naming)
      .map((parameter) => ({ request, parameter })),
  );

  if (namings.length === 0) return;

  it('answers alike for foreign and unknown names', async () => {
    const problems: unknown[] = [];
    for (const { request, parameter } of namings) {
      const [unknown, abroad, own] = [
        await send(operation, request, { parameter, choice: 'unknown' }),
        await send(operation, request, { parameter, choice: 'foreign' }),
        await send(operation, request, { parameter, choice: 'own' }),
      ];
      const isAlike = own.status === unknown.status && own.text === unknown.text;
      const { isSilent = false } = request;
      const isExpected = isSilent === 'perhaps' || isSilent === isAlike;
      if (abroad.status !== unknown.status || abroad.text !== unknown.text) {
        problems.push({ parameter, unknown, abroad });
      } else if (own.status !== (request.status ?? 200) || !isExpected) {
        problems.push({ parameter, unknown, own });
      }
    }
    expect(problems).toEqual([]);
    expect(await takeFingerprint()).toEqual(untouched);
  });
});
