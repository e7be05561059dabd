// Compares the routes of the running server with the contract: both have the same operations with the
// same parameters, and only operations that are public in the contract can be called without credentials.
import { describe, expect, test } from '@jest/globals';
import { parametersOf } from '#platform/http/parameters/declared-parameters.js';
import { type RegisteredRoute, registeredRoutes } from '#platform/http/routes.js';
import { sharedTestApp } from './app.js';
import { type DocumentedOperation, documentedOperations } from './contract.js';
import { createRealm } from './factories.js';
import { handlerTypes } from './handler-types.js';

/** Routes of the documentation are not documented. */
const DOCUMENTATION = /^\/api\/(docs|openapi\.json)(\/|$)/;

const parley = await sharedTestApp();
const realm = await createRealm(parley);
// OPTIONS describes the tus protocol itself.
const routes = registeredRoutes(parley.app).filter(
  ({ method, path }) => method !== 'OPTIONS' && !DOCUMENTATION.test(path),
);

/** Browsers open these addresses from messages. */
const REDIRECTING = new Set(['get-file', 'download-file', 'get-thumbnail']);

/** Other programs define the bodies of these. */
const RAW_BODIES = new Set(['receive-webhook']);

/** A route's path in the form of the contract. */
function template(path: string): string {
  return path.replaceAll(/[:*](\w+)/g, '{$1}');
}

function routeOf({ method, path }: DocumentedOperation): RegisteredRoute {
  const found = routes.find((route) => route.method === method && template(route.path) === path);
  if (!found) throw new Error(`${method} ${path} has no route`);
  return found;
}

interface Described {
  name: string;
  required: boolean;
  json: boolean;
  nullIsAbsent: boolean;
  aliases: readonly string[];
}

function byName(parameters: Described[]): Described[] {
  return parameters
    .map(({ name, required, json, nullIsAbsent, aliases }) => ({
      name,
      required,
      json,
      nullIsAbsent,
      aliases,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

test('every route is documented and every documented operation has a route', () => {
  const registered = routes.map(({ method, path }) => `${method} ${template(path)}`);
  const documented = documentedOperations().map(({ method, path }) => `${method} ${path}`);

  expect(registered.toSorted()).toEqual(documented.toSorted());
});

const operations = documentedOperations().map((operation) => ({
  name: `${operation.method} ${operation.path}`,
  operation,
}));

const types = handlerTypes();

describe.each(operations)('$name', ({ operation }) => {
  test('declares the type of its documented response', () => {
    const { controller, handler } = routeOf(operation);
    const { returns, sendsItself } = types.get(`${controller}.${handler}`)!;
    const declared = sendsItself ? /^(Promise<void>|void)$/ : /^Promise<ResponseOf<'([\w-]+)'>>$/;

    expect(returns).toMatch(declared);
    if (!sendsItself) expect(declared.exec(returns)?.[1]).toBe(operation.operationId);
  });

  test('has the documented parameters', () => {
    const accepted = routeOf(operation).inputs.flatMap(parametersOf);
    const documented = operation.parameters.filter((parameter) => parameter.in !== 'path');

    expect(byName(accepted)).toEqual(byName(documented));
  });

  test('has the documented locations of parameters', () => {
    const isInQuery = operation.method === 'GET' || RAW_BODIES.has(operation.operationId);
    const place = isInQuery ? 'query' : 'body';
    const places = operation.parameters.map((parameter) => parameter.in);

    expect(places.filter((one) => one !== 'path' && one !== place)).toEqual([]);
  });

  test('is public or refuses callers without credentials, as documented', async () => {
    const { public: open, path } = routeOf(operation);
    expect(open).toBe(operation.public);
    if (open) return;

    const { status, headers, body } = await realm.anonymous.raw(
      operation.method,
      path.replaceAll(/:\w+/g, '1'),
    );
    expect([body['result'], body['code']]).toEqual(['error', 'UNAUTHORIZED']);
    if (REDIRECTING.has(operation.operationId)) {
      expect([status, headers['location']]).toEqual([302, expect.stringContaining('/login?next=')]);
      return;
    }
    expect(status).toBe(401);
    const scheme = path.startsWith('/json/') ? 'Session' : 'Basic';
    expect(headers['www-authenticate']).toBe(`${scheme} realm="zulip"`);
  });
});
