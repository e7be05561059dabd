// Invited users: their links, and the page behind them.
import { expect } from '@jest/globals';
import { request } from 'node:http';
import type { TestApp } from './app.js';
import type { TestRealm } from './factories.js';
import type { MailSink } from './mail-sink.js';
import { runJobs } from './run-jobs.js';

export interface PageAnswer {
  status: number;
  text: string;
}

export interface JoinForm {
  email?: string;
  full_name?: string;
  password?: string;
}

export const PASSWORD = 'a good password';

/** The path of the link in the newest email to the address. */
export async function linkTo(test: TestApp, sink: MailSink, email: string): Promise<string> {
  await runJobs(test.app);
  return pathIn(sink.to(email).at(-1) ?? '');
}

export function pathIn(text: string): string {
  const [, path] = /http:\/\/[^/\s"]+(\/join\/\w+\/)/.exec(text) ?? [];
  if (path === undefined) throw new Error(`There is no link in ${text}`);
  return path;
}

/** Opens the page, or submits its form like a browser. */
export function visit(
  test: TestApp,
  host: string,
  path: string,
  form?: JoinForm,
): Promise<PageAnswer> {
  const address = `http://127.0.0.1:${test.port}${path}`;
  const method = form ? 'POST' : 'GET';
  const headers = form
    ? { Host: host, 'Content-Type': 'application/x-www-form-urlencoded' }
    : { Host: host };
  return new Promise((resolve, reject) => {
    const outgoing = request(address, { method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => {
        expect(response.headers['content-security-policy']).toContain("default-src 'none'");
        expect(text).not.toContain('<script');
        resolve({ status: response.statusCode ?? 0, text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(form ? new URLSearchParams({ ...form }).toString() : undefined);
  });
}

/** Joins by the newest email to the address. Returns the new user as the owner sees it. */
export async function join(
  test: TestApp,
  realm: TestRealm,
  sink: MailSink,
  email: string,
): Promise<Record<string, unknown>> {
  const path = await linkTo(test, sink, email);
  const form = { full_name: 'Sample Joiner', password: PASSWORD };
  expect(await visit(test, realm.host, path, form)).toMatchObject({ status: 200 });
  return userOf(realm, email);
}

export async function userOf(
  realm: TestRealm,
  email: string,
): Promise<Record<string, unknown> & { user_id: number }> {
  const { user } = await realm.owner.client.expect('GET', `users/${email}`);
  return user as Record<string, unknown> & { user_id: number };
}
