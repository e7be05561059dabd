// The scene of most tests: an organization with its owner and the requested users.
import type { TestApp } from './app.js';
import { createRealm, createUser, type TestRealm, type TestUser } from './factories.js';

type PersonOptions = Parameters<typeof createUser>[2];

export type Scene<Name extends string> = { realm: TestRealm; owner: TestUser } & {
  [Person in Name]: TestUser;
};

/** Creates an organization and the users in this order; `{}` is a member. */
export async function createScene<Name extends string = never>(
  test: TestApp,
  people: { [Person in Name]: PersonOptions } = {} as { [Person in Name]: PersonOptions },
): Promise<Scene<Name>> {
  const realm = await createRealm(test);
  const users: Record<string, TestUser> = {};
  for (const [name, options] of Object.entries<PersonOptions>(people)) {
    users[name] = await createUser(test, realm, options);
  }
  return { realm, owner: realm.owner, ...users } as Scene<Name>;
}
