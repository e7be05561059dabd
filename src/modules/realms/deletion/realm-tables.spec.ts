import { describe, expect, it } from '@jest/globals';
import { deletionPlan, type ForeignKey, type TableColumn } from './realm-tables.js';

function columns(table: string, ...names: string[]): TableColumn[] {
  return names.map((name) => ({
    table,
    column: name.replace('?', ''),
    isNullable: name.endsWith('?'),
  }));
}

const SCHEMA = [
  ...columns('realms', 'id'),
  ...columns('users', 'id', 'realm_id', 'owner_id?'),
  ...columns('messages', 'id', 'realm_id', 'author_id'),
  ...columns('copies', 'user_id', 'message_id'),
  ...columns('notes', 'id', 'author_id'),
  ...columns('pages', 'note_id', 'reader_id?'),
  ...columns('server', 'id'),
];
const KEYS: ForeignKey[] = [
  { table: 'users', column: 'realm_id', target: 'realms' },
  { table: 'users', column: 'owner_id', target: 'users' },
  { table: 'messages', column: 'author_id', target: 'users' },
  { table: 'notes', column: 'author_id', target: 'users' },
  { table: 'pages', column: 'note_id', target: 'notes' },
  { table: 'pages', column: 'reader_id', target: 'users' },
];

describe('the tables of a realm', () => {
  const plan = deletionPlan(SCHEMA, KEYS);
  const conditionOf = (name: string): string =>
    plan.tables.find((table) => table.name === name)!.condition;

  it('are those that refer to it, and those that refer to rows of it', () => {
    expect(conditionOf('users')).toBe('realm_id = $1');
    expect(conditionOf('notes')).toBe(
      '"author_id" IN (SELECT id FROM "users" WHERE realm_id = $1)',
    );
    expect(conditionOf('pages')).toBe(
      '"note_id" IN (SELECT id FROM "notes" WHERE "author_id" IN (SELECT id FROM "users" WHERE realm_id = $1))',
    );
    expect(plan.others).toEqual(['server']);
  });

  it('come before the tables that they refer to', () => {
    const position = (name: string): number =>
      plan.tables.findIndex((table) => table.name === name);
    for (const [first, second] of [
      ['pages', 'notes'],
      ['notes', 'users'],
      ['messages', 'users'],
      ['copies', 'messages'],
    ] as const) {
      expect(position(first)).toBeLessThan(position(second));
    }
  });

  it('include the tables of messages and the references within a table', () => {
    expect(plan.withMessages).toEqual(['copies']);
    expect(plan.tables.find(({ name }) => name === 'users')!.ownReferences).toEqual(['owner_id']);
  });

  it('must not refer to each other', () => {
    const circle = [
      { table: 'notes', column: 'page_id', target: 'pages' },
      { table: 'pages', column: 'note_id', target: 'notes' },
    ];
    const tables = [...SCHEMA, ...columns('notes', 'page_id?')];
    expect(() => deletionPlan(tables, [...KEYS, ...circle])).toThrow('refer to each other');
  });
});
