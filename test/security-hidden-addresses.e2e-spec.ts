// Operations that take an address answer users who cannot see it (members, guests and visitors
// without an account) as if no account had it.
import { describe, expect, it } from '@jest/globals';
import { Role } from '#platform/http/actor.js';
import { documentedOperations } from './contract.js';
import { createUser, type TestUser } from './factories.js';
import { Naming } from './security-request.js';
import { filled, REQUESTS } from './security-requests.js';
import { exchange, Organization } from './security-scene.js';
import { sharedMailApp } from './app.js';

const NOBODY = 5;
const UNKNOWN = 'no-one@example.com';

const { test } = await sharedMailApp();
const home = await Organization.make(test);
const hidden = await home.newUser();
await hidden.client.expect('PATCH', 'settings', { email_address_visibility: NOBODY });
const askers: Record<string, TestUser | undefined> = {
  member: await home.newUser(),
  guest: await createUser(test, home.realm, { role: Role.Guest }),
  anonymous: undefined,
};

const cases = documentedOperations().flatMap((operation) =>
  (REQUESTS[operation.operationId] ?? []).flatMap((request) =>
    Object.entries(request.fields)
      .filter(([, value]) => value instanceof Naming && value.kind === 'email')
      .map(([parameter, value]) => ({
        name: `${operation.operationId} ${parameter}`,
        operation,
        request,
        parameter,
        naming: value as Naming,
      })),
  ),
);

describe.each(cases)('$name', ({ operation, request, parameter, naming }) => {
  it.each(['member', 'guest', 'anonymous'])('does not reveal it to: %s', async (asker) => {
    const ask = async (email: string): Promise<unknown> => {
      const value = await naming.shape(email, home);
      const changed = { ...request, fields: { ...request.fields, [parameter]: value } };
      const { path, fields } = await filled(operation, changed, home);
      const { status, text } = await exchange(test, {
        method: operation.method,
        path,
        host: home.realm.host,
        fields,
        ...(askers[asker] ? { credentials: askers[asker] } : {}),
      });
      return [status, text.replaceAll(email, '*').replaceAll(/"(\w*id)":("[^"]*"|\d+)/g, '"$1":*')];
    };
    const unknown = await ask(UNKNOWN);
    expect(await ask(hidden.email)).toEqual(unknown);
    expect(await ask(hidden.email.toUpperCase())).toEqual(unknown);
  });
});
