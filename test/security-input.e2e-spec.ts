// Valid requests in which one parameter has an extreme value: very large, deeply nested or unusual.
// Unlike malformed requests, they pass the first checks. The response is an error or a success at a low
// cost, never an internal error.
import { describe, expect, it } from '@jest/globals';
import { assertResponseMatches, documentedOperations } from './contract.js';
import { type SampleRequest } from './security-request.js';
import { filled, REQUESTS } from './security-requests.js';
import { exchange, Organization } from './security-scene.js';
import { sharedMailApp } from './app.js';

/** Each parameter gets every n-th of the invalid values, with a different offset. */
const STRIDE = 8;
/** Processor time of this process, which contains the server, whatever else runs on the machine. */
const MAX_CPU_MS = 10_000;

const numbers = (length: number, from: number): string =>
  `[${Array.from({ length }, (_, index) => from + index).join()}]`;
const deep = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth);

const STRANGE_JSON = [
  '-1',
  '0',
  '2147483647',
  '2147483648',
  '-2147483649',
  '9007199254740991',
  '9007199254740992',
  '-9007199254740991',
  '9223372036854775807',
  '1e308',
  '[9007199254740991]',
  '[2147483648,2147483648]',
  numbers(10_000, 1),
  numbers(100_000, 1_000_000),
  `[${'"a",'.repeat(100_000)}"a"]`,
  `[${'{},'.repeat(50_000)}{}]`,
  `"${'a'.repeat(900_000)}"`,
  deep('[', ']', 64),
  deep('{"a":', '}', 60).replace('}', '1}'),
  String.raw`"\u0000"`,
  String.raw`["\ud800"]`,
  String.raw`{"user_ids":[2147483648],"group_ids":[9007199254740991]}`,
  '{"new":{"direct_members":[9007199254740991],"direct_subgroups":[-1]}}',
  '{"direct_members":[2147483648],"direct_subgroups":[0]}',
  '{"__proto__":{"role":100}}',
  'null',
  '""',
  '[]',
  '{}',
];

const STRANGE_TEXT = [
  '',
  ' ',
  'a'.repeat(61),
  'a'.repeat(900_000),
  '🦜'.repeat(100_000),
  '\n'.repeat(100_000),
  '*'.repeat(50_000),
  '> '.repeat(50_000),
  '['.repeat(50_000),
  '(?P<a>'.repeat(2000),
  '@**all**'.repeat(20_000),
  '\u202e\u200b\ufeff\uffff',
  '\ue000\u{10ffff}',
  "' OR 1=1; --",
  '%_%\\',
  '9223372036854775808',
  '${constructor}',
  '../../../etc/passwd',
  'a,'.repeat(100_000),
  'https://'.repeat(10_000),
];

const { test } = await sharedMailApp();
const common = await Organization.make(test);

/** Waits for a worker. */
const APART = new Set(['delete-topic']);

/** Last, because these operations remove permissions. */
const OWN_ORGANIZATION = new Set(['deactivate-realm', 'update-realm']);

const operations = documentedOperations()
  .filter(({ operationId }) => !APART.has(operationId))
  .map((operation) => ({ name: operation.operationId, operation }));

describe.each(operations)('$name', ({ name, operation }) => {
  it('answers any value of each parameter', async () => {
    const home = OWN_ORGANIZATION.has(name) ? await Organization.make(test) : common;
    const request = (REQUESTS[name] ?? [])[0] as SampleRequest;
    const problems: string[] = [];
    for (const [index, { name: parameter, json, in: place }] of operation.parameters.entries()) {
      const values = (json ? STRANGE_JSON : STRANGE_TEXT).filter(
        (_, position) => position % STRIDE === index % STRIDE,
      );
      for (const value of values) {
        if (place !== 'body' && value.length > 5000) continue;
        const changed = { ...request.fields, [parameter]: value };
        const { path, fields } = await filled(operation, { ...request, fields: changed }, home);
        const began = process.cpuUsage();
        const { status, text } = await exchange(test, {
          method: operation.method,
          path,
          host: home.realm.host,
          fields,
          credentials: request.byNewUser ? await home.newUser() : home.owner,
        });
        const { user, system } = process.cpuUsage(began);
        const costMs = Math.round((user + system) / 1000);
        const shown = `${parameter}=${value.slice(0, 40)} (${value.length}): ${status}`;
        if (status >= 500) problems.push(`${shown} ${text.slice(0, 100)}`);
        if (text.includes('cannot be stored')) problems.push(`${shown} reached the database`);
        if (costMs > MAX_CPU_MS) problems.push(`${shown} cost ${costMs} ms`);
        if (text.startsWith('{')) {
          try {
            assertResponseMatches(operation.method, path, status, JSON.parse(text));
          } catch (error) {
            problems.push(`${shown} ${String(error).slice(0, 200)}`);
          }
        }
      }
    }
    expect(problems).toEqual([]);
  });
});
