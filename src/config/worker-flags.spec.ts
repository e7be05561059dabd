import { describe, expect, test } from '@jest/globals';
import { StartupError } from '#platform/startup-error.js';
import { parseWorkerFlags } from './worker-flags.js';
import { parseWorkerQueues, WORKER_QUEUES } from './worker-queues.js';

describe('worker flags', () => {
  test('set the variables of the same meaning', () => {
    expect(parseWorkerFlags(['--queues', 'push,mail', '--concurrency=3'])).toEqual({
      WORKER_QUEUES: 'push,mail',
      WORKER_CONCURRENCY: '3',
    });
    expect(parseWorkerFlags([])).toEqual({});
  });

  test.each([[['--queue', 'push']], [['push']], [['--queues']]])('%j is rejected', (args) => {
    expect(() => parseWorkerFlags(args)).toThrow(StartupError);
  });
});

describe('worker queues', () => {
  test('have a concurrency each, or the default', () => {
    expect(parseWorkerQueues('push:20,topic-deletion,*:2')).toEqual([
      { name: 'push', concurrency: 20 },
      { name: 'topic-deletion', concurrency: undefined },
      { name: '*', concurrency: 2 },
    ]);
  });

  test.each(['*', 'push', 'push:20,*', 'a,b:1'])('"%s" is valid', (text) => {
    expect(text).toMatch(WORKER_QUEUES);
  });

  test.each(['', 'push,', 'push:0', 'push:1000', 'Push', 'push mail', '**'])(
    '"%s" is invalid',
    (text) => {
      expect(text).not.toMatch(WORKER_QUEUES);
    },
  );
});
