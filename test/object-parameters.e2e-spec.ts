// Objects in parameters have the documented keys and no others.
import { describe, expect, it } from '@jest/globals';
import type { Schema } from '#platform/http/openapi/openapi-document.js';
import { loadOpenApiDocument } from '#platform/http/openapi/openapi-loader.js';
import { sharedMailApp } from './app.js';
import { type DocumentedOperation, documentedOperations } from './contract.js';
import { type SampleRequest } from './security-request.js';
import { filled, REQUESTS } from './security-requests.js';
import { exchange, Organization } from './security-scene.js';

/** Have the capabilities of later clients, and data of the client. */
const OPEN = ['client_capabilities', 'metadata'];

const document = loadOpenApiDocument();
const { test } = await sharedMailApp();
const home = await Organization.make(test);

function resolved(schema: Schema): Schema {
  let target: unknown = schema;
  for (let { $ref } = schema; $ref !== undefined; { $ref } = target as Schema) {
    target = document;
    for (const step of $ref.slice(2).split('/')) target = (target as Schema)[step];
  }
  return target as Schema;
}

/** All schemas of objects in the schema, itself included. */
function objectSchemas(schema: Schema): Schema[] {
  const { type, properties = {}, allOf = [], oneOf = [], ...rest } = resolved(schema);
  const {
    anyOf = [],
    items,
    additionalProperties,
  } = rest as Record<string, Schema | undefined> & {
    anyOf?: Schema[];
  };
  const inside = [...Object.values(properties), ...allOf, ...oneOf, ...anyOf];
  for (const one of [items, additionalProperties]) if (typeof one === 'object') inside.push(one);
  const isObject = [type].flat().includes('object') && anyOf.length === 0;
  return [...(isObject ? [resolved(schema)] : []), ...inside.flatMap(objectSchemas)];
}

function objectParameters({ parameters }: DocumentedOperation): string[] {
  return parameters
    .filter(({ schema }) => objectSchemas(schema).length > 0)
    .map(({ name }) => name);
}

/** The value with an unexpected key in each of its objects, one at a time, with the value of another key. */
function withUnexpectedKeys(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.entries(value).flatMap(([key, member]) =>
    withUnexpectedKeys(member).map((changed) =>
      Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed },
    ),
  );
  if (Array.isArray(value)) return inside;
  const [plausible] = Object.values(value) as unknown[];
  return [{ ...value, unexpected: plausible }, ...inside];
}

async function send(
  { method }: DocumentedOperation,
  path: string,
  fields: Record<string, unknown>,
): Promise<[number, unknown]> {
  const { status, text } = await exchange(test, {
    method,
    path,
    host: home.realm.host,
    fields,
    credentials: home.owner,
  });
  return [status, (JSON.parse(text) as { code?: unknown }).code];
}

/** Sends the request with each unexpected key, then without. Returns the number of unexpected keys. */
async function play(
  operation: DocumentedOperation,
  request: SampleRequest,
  parameter: string,
): Promise<number> {
  const { path, fields } = await filled(operation, request, home);
  const wrong = withUnexpectedKeys(fields[parameter]);
  for (const value of wrong) {
    const answer = await send(operation, path, { ...fields, [parameter]: value });
    // The storage of bots has free keys, and the sample request is one of a user.
    const isForBots = operation.operationId === 'update-bot-storage';
    const code = isForBots ? 'PERMISSION_DENIED' : 'BAD_REQUEST';
    expect([value, ...answer]).toEqual([value, 400, code]);
  }
  // Permissions are not changed, since later requests need them.
  if (wrong.length > 0 && !request.sparesThings) {
    const [status] = await send(operation, path, fields);
    expect(status).toBe(request.status ?? 200);
  }
  return wrong.length;
}

const cases = documentedOperations().flatMap((operation) =>
  objectParameters(operation).map((parameter) => ({
    name: `${operation.operationId}: ${parameter}`,
    operation,
    parameter,
  })),
);

it('the contract says for each object whether it has other keys', () => {
  const unclear = cases.filter(({ operation, parameter }) => {
    const { schema } = operation.parameters.find(({ name }) => name === parameter)!;
    const isOpen = objectSchemas(schema).some((one) => one['additionalProperties'] === true);
    return (
      isOpen !== OPEN.includes(parameter) ||
      objectSchemas(schema).some((one) => one['additionalProperties'] === undefined)
    );
  });
  expect(unclear.map(({ name }) => name)).toEqual([]);
});

describe.each(cases)('$name', ({ operation, parameter }) => {
  const isOpen = OPEN.includes(parameter);

  it(isOpen ? 'has any keys' : 'has no unexpected keys', async () => {
    let tried = 0;
    for (const request of REQUESTS[operation.operationId] ?? []) {
      if (!(parameter in request.fields)) continue;
      if (isOpen) {
        const { path, fields } = await filled(operation, request, home);
        expect((await send(operation, path, fields))[0]).toBe(200);
        tried++;
      } else {
        tried += await play(operation, request, parameter);
      }
    }
    expect(tried).toBeGreaterThan(0);
  });
});
