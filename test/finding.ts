// Shared helpers of the tests that fetch messages.
import { expect } from '@jest/globals';
import type { Answer, Parameters } from './client.js';
import type { TestUser } from './factories.js';

export interface Found {
  [name: string]: unknown;
  messages: { [name: string]: unknown; id: number; content: string; flags: string[] }[];
}

/** By default the newest hundred messages, as Markdown. */
export function ask(reader: TestUser, parameters: Parameters = {}): Promise<Answer> {
  return reader.client.get('messages', {
    anchor: 'newest',
    num_before: 100,
    num_after: 0,
    apply_markdown: false,
    ...parameters,
  });
}

export async function find(reader: TestUser, parameters: Parameters = {}): Promise<Found> {
  const { status, body } = await ask(reader, parameters);
  expect([status, body['msg']]).toEqual([200, '']);
  return body as Found;
}

export async function contents(reader: TestUser, narrow: unknown[]): Promise<string[]> {
  const { messages } = await find(reader, { narrow });
  return messages.map(({ content }) => content);
}

export async function expectRefusal(answer: Promise<Answer>, expected: object): Promise<void> {
  const { status, body } = await answer;
  expect({ status, ...body }).toMatchObject({ status: 400, result: 'error', ...expected });
}
