// The health checks, metrics and log of a worker process, and what API processes and `doctor` report when
// no worker runs.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { Config } from '#config/config.js';
import { examineDatabase } from '../src/admin/doctor-database.js';
import type { Finding } from '../src/admin/finding.js';
import { until } from './event-queue.js';
import { endProcesses, ServerProcess } from './server-process.js';
import { SECRET_KEY } from './server-environment.js';
import { createTestDatabase, type TestDatabase } from './test-database.js';

jest.setTimeout(120_000);

const JOB_LINE = /"queue":"[a-z-]+","job":"[a-z-]+","jobId":"[^"]+","ms":[\d.]+,"msg":"job"/;
const TOKEN = 'a token for Prometheus';

let database: TestDatabase;
let client: pg.Client;
let environment: Record<string, string>;
let worker: ServerProcess;
let port: number;

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client(database.connection);
  await client.connect();
  environment = {
    DATABASE_URL: database.url,
    SECRET_KEY,
    METRICS_TOKEN: TOKEN,
    LOG_LEVEL: 'info',
  };
  worker = new ServerProcess('worker', { ...environment, WORKER_PORT: '0' });
  port = await worker.ready();
});

afterAll(async () => {
  await endProcesses();
  await client.end();
  await database.drop();
});

interface Answer {
  status: number;
  text: string;
}

async function get(path: string, at = port, token = TOKEN): Promise<Answer> {
  const headers = { Authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${at}${path}`, { headers });
  return { status: response.status, text: await response.text() };
}

/** Makes the last sign of a worker two minutes old. */
async function forgetWorkers(): Promise<void> {
  await client.query(`UPDATE worker_presence SET seen_at = now() - interval '2 minutes'`);
}

async function findings(): Promise<Finding[]> {
  const config = new Config('admin', environment);
  const all: Finding[] = [];
  for await (const finding of examineDatabase(database.connection, config)) all.push(finding);
  return all.filter(({ subject }) => subject === 'worker');
}

describe('a worker process', () => {
  it('serves its health and metrics, and nothing else', async () => {
    expect(await get('/health/live')).toEqual({ status: 200, text: '{"status":"ok"}\n' });
    const ready = await get('/health/ready');
    expect([ready.status, JSON.parse(ready.text)]).toEqual([
      200,
      { status: 'ok', database: 'up', worker: 'up' },
    ]);
    expect((await get('/api/v1/server_settings')).status).toBe(404);
  });

  it('serves its metrics only to the holder of the token', async () => {
    expect((await get('/metrics', port, 'another')).status).toBe(401);
    const { status, text } = await get('/metrics');
    expect(status).toBe(200);
    expect(text).toContain('process_resident_memory_bytes');
  });

  it('counts no jobs that only wait for their schedule', async () => {
    await until(async () => {
      const { rows } = await client.query(
        `SELECT 1 FROM bullmq.job WHERE state = 'delayed' AND queue = 'maintenance'`,
      );
      return rows.length > 0;
    });
    const { text } = await get('/metrics');
    expect(text).toContain('jobs_waiting{queue="maintenance"} 0');
  });

  it('logs each job, and few lines at its start', async () => {
    const started = worker.stdout.split('\n').length;
    expect(started).toBeLessThan(20);
    // One schedule runs every minute.
    for (let seconds = 0; seconds < 75 && !JOB_LINE.test(worker.stdout); seconds++)
      await delay(1000);
    expect(worker.stdout).toMatch(JOB_LINE);
  });
});

describe('an API process', () => {
  it('reports when no worker was seen for a minute, and so does doctor', async () => {
    expect(await findings()).toMatchObject([{ status: 'ok' }]);
    const api = new ServerProcess('api', environment);
    const apiPort = await api.ready();
    const workerState = async (): Promise<unknown> => {
      const { status, text } = await get('/health/ready', apiPort);
      return [status, (JSON.parse(text) as { worker: unknown }).worker];
    };
    expect(await workerState()).toEqual([200, 'up']);
    worker.kill('SIGTERM');
    expect(await worker.ended).toBe(0);
    await forgetWorkers();
    expect(await workerState()).toEqual([200, 'down']);
    const [finding] = await findings();
    expect(finding).toMatchObject({ status: 'warn', finding: expect.stringContaining('12') });
    expect((await get('/metrics', apiPort, 'another')).status).toBe(401);
    expect((await get('/metrics', apiPort)).status).toBe(200);
    expect(api.stdout.split('\n').length).toBeLessThan(30);
  });
});
