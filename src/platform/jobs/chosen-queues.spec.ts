/**
 * The number of jobs that a process runs at once.
 * @own-modules
 */
import { expect, it } from '@jest/globals';
import { Config } from '#config/config.js';
import { StartupError } from '#platform/startup-error.js';
import { chosenQueues } from './chosen-queues.js';
import { defineJob } from './job-definition.js';

defineJob({ queue: 'sample-waiting', name: 'wait-for-sample', concurrency: 40 });
defineJob({ queue: 'sample-waiting', name: 'wait-for-another-sample', concurrency: 20 });
defineJob({ queue: 'sample-plain', name: 'process-sample' });

function concurrency(environment: Record<string, string>): Record<string, number> {
  const config = new Config('worker', {
    SECRET_KEY: 'a key that protects nothing but tests',
    DATABASE_URL: 'postgres://localhost/sample',
    ...environment,
  });
  return Object.fromEntries(chosenQueues(config));
}

it('queues run as many jobs at once as their definitions ask for, or the default', () => {
  expect(concurrency({})).toMatchObject({ 'sample-waiting': 40, 'sample-plain': 5 });
  expect(concurrency({ WORKER_CONCURRENCY: '7' })).toMatchObject({
    'sample-waiting': 40,
    'sample-plain': 7,
  });
});

it('the operator decides by name, and for all queues', () => {
  expect(concurrency({ WORKER_QUEUES: 'sample-waiting:3' })).toEqual({ 'sample-waiting': 3 });
  expect(concurrency({ WORKER_QUEUES: 'sample-plain,*:2' })).toMatchObject({
    'sample-waiting': 2,
    'sample-plain': 5,
  });
});

it('unknown queues are refused', () => {
  expect(() => concurrency({ WORKER_QUEUES: 'sample-unknown' })).toThrow(StartupError);
});
