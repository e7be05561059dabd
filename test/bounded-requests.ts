// Plays requests beside requests of /health/live, and measures what one request costs the process (see
// docs/decisions/0014-limits.md).
import { expect } from '@jest/globals';
import { request } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TestApp } from './app.js';
import { basic, type Credentials } from './client.js';

const MEBIBYTE = 1024 * 1024;
const MAX_RESPONSE = 12 * MEBIBYTE;
/** Twenty times the rule; in processor time, which other processes of the machine do not change. */
const MAX_TURN_MS = 1000;

/** Measures the processor time between two turns of the event loop. */
class Turns {
  longestMs = 0;
  private isRunning = true;

  async measure(): Promise<void> {
    while (this.isRunning) {
      const before = process.cpuUsage();
      await nextTurn();
      const { user: own, system } = process.cpuUsage(before);
      this.longestMs = Math.max(this.longestMs, (own + system) / 1000);
    }
  }

  stop(): void {
    this.isRunning = false;
  }
}

export interface RequestToPlay {
  method: string;
  host: string;
  path: string;
  by?: Credentials;
  /** A form. */
  body?: string;
}

export interface Played {
  status: number;
  bytes: number;
  /** The beginning of the response. */
  text: string;
  probes: number;
  longestTurnMs: number;
}

const START = 300;

/** Reads a response without parsing it, which would take time of the same event loop. */
function send(
  { port }: TestApp,
  { method, host, path, by, body }: RequestToPlay,
): Promise<Pick<Played, 'status' | 'bytes' | 'text'>> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        port,
        host: '127.0.0.1',
        method,
        path,
        headers: {
          Host: host,
          ...(by && { Authorization: basic(by) }),
          ...(body !== undefined && {
            'Content-Type': 'application/x-www-form-urlencoded',
            'Content-Length': String(Buffer.byteLength(body)),
          }),
        },
      },
      (response) => {
        let bytes = 0;
        let text = '';
        response.on('data', (chunk: Buffer) => {
          if (bytes < START) text += chunk.toString('utf8', 0, START);
          bytes += chunk.length;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes, text }));
        response.on('error', reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export async function play(app: TestApp, asked: RequestToPlay): Promise<Played> {
  const turns = new Turns();
  const measuring = turns.measure();
  const state = { isPlaying: true };
  const playing = send(app, asked).finally(() => (state.isPlaying = false));
  let probes = 0;
  do {
    const probe = { method: 'GET', host: asked.host, path: '/health/live' };
    expect(await send(app, probe)).toMatchObject({ status: 200 });
    probes += 1;
  } while (state.isPlaying);
  const response = await playing;
  turns.stop();
  await measuring;
  return { ...response, probes, longestTurnMs: turns.longestMs };
}

export function expectBounded(played: Played): void {
  expect(played.status).not.toBe(500);
  expect(played.bytes).toBeLessThan(MAX_RESPONSE);
  expect(played.longestTurnMs).toBeLessThan(MAX_TURN_MS);
}
