// The catalogue of the kinds of events agrees with the code.
import { beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appliedEvents } from 'parley-client';
import { definedEventTypes } from '#platform/event-log/event-definition.js';
import { assertResponseMatches, documentedEvents } from './contract.js';
import { eventCatalogue } from './event-kinds.js';

// Loading a feature defines its kinds.
beforeAll(() => import('../src/api.module.js'));

const { sent, waiting, never } = eventCatalogue;
/** Kinds of the event log itself, without a definition. */
const HEARTBEAT = 'heartbeat';

function typeOf(kind: string): string {
  return kind.split('/')[0]!;
}

describe('docs/event-kinds.md', () => {
  it('lists every documented kind once', () => {
    const listed = [...sent.map(({ kind }) => kind), ...waiting.keys(), ...never.keys()];
    expect(listed.toSorted()).toEqual(documentedEvents().toSorted());
  });

  it('lists as sent the kinds of every defined type, and of no other', () => {
    const defined = definedEventTypes().filter((type) => !type.startsWith('parley:'));
    const types = new Set(sent.map(({ kind }) => typeOf(kind)));
    types.delete(HEARTBEAT);
    expect([...types].toSorted()).toEqual(defined.toSorted());
  });

  it('names the module that defines each kind', () => {
    const wrong = sent.filter(({ kind, definedIn }) => {
      if (kind === HEARTBEAT) return false;
      const folder = new URL(`../src/modules/${definedIn}/`, import.meta.url);
      const files = existsSync(folder) ? readdirSync(folder) : [];
      const definitions = files.filter((name) => name.endsWith('.events.ts'));
      const text = definitions.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('');
      return !text.includes(`type: '${typeOf(kind)}'`);
    });
    expect(wrong).toEqual([]);
  });

  it('names tests that receive the kind', () => {
    const wrong = sent.flatMap(({ kind, tests }) =>
      tests.filter((name) => {
        const file = new URL(`${name}.e2e-spec.ts`, import.meta.url);
        const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
        return !text.includes(typeOf(kind)) && !text.includes('verifyEvents');
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('lists as sent only kinds that the client library supports', () => {
    const kinds = sent.map(({ kind }) => kind);
    expect(kinds.filter((kind) => !appliedEvents.includes(kind))).toEqual([]);
  });

  it('fails tests that receive a kind listed as not sent', () => {
    const [kind] = waiting.keys();
    const [type, op] = kind!.split('/');
    const answer = { result: 'success', msg: '', queue_id: '', events: [{ id: 1, type, op }] };
    expect(() => assertResponseMatches('GET', '/api/v1/events', 200, answer)).toThrow(
      'docs/event-kinds.md',
    );
  });
});
