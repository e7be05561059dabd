// The time for uploading and downloading a file of 100 MB, and the maximum memory growth of the API process during
// a transfer of 500 MB. Variables that begin with S3_ are passed to Parley, so that S3-compatible services can also
// be measured. Floor: node:http that streams the same bytes to and from a synchronized file.
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredProcess } from '../processes/child-processes.js';
import { compareLatencies, timed } from '../measure/rounds.js';
import { median } from '../measure/statistics.js';
import { type Aim, atMost, type Row, type Scenario } from '../scenario.js';

const MEGABYTE = 1_000_000;
const MEBIBYTE = 1024 * 1024;
const FILE = 100 * MEGABYTE;
const LARGE_FILE = 500 * MEGABYTE;
const CHUNK = Buffer.alloc(64 * 1024, 'sample ');
const SAMPLE_MS = 20;

/** V8 collects buffers when 32 MiB of them are unreachable. */
const GROWTH_AIM: Aim = { text: '≤ 32 MiB', isMet: (ours) => ours <= 32 };

const EDGE = 'edge-of-the-sample';
const HEAD = `--${EDGE}\r\nContent-Disposition: form-data; name="file"; filename="sample.bin"\r\n\r\n`;
const TAIL = `\r\n--${EDGE}--\r\n`;

export const files: Scenario = {
  name: 'files',
  async run(bench) {
    const { database, data } = await bench.database();
    const parley = await bench.processes.startParley({
      role: 'api',
      environment: {
        DATABASE_URL: database.url,
        DATA_DIR: await bench.emptyDirectory(),
        MAX_FILE_UPLOAD_SIZE_MIB: '600',
        ...storageVariables(),
      },
    });
    const floor = await bench.processes.startFloor('scenarios/files.floor.js', {
      DIRECTORY: await bench.emptyDirectory(),
    });
    const ours = new FileClient(parley, '/api/v1/user_uploads', data.reader.authorization);
    const bare = new FileClient(floor, '/', data.reader.authorization);
    const rounds = { rounds: bench.quick ? 3 : 6, block: 1, warmUp: 1 };

    bench.progress.say('files: 100 MB');
    const uploads = await compareLatencies(
      {
        ours: () => timed(() => ours.upload(FILE)),
        floor: () => timed(() => bare.upload(FILE)),
      },
      rounds,
    );
    const downloads = await compareLatencies(
      {
        ours: () => timed(() => ours.download(FILE)),
        floor: () => timed(() => bare.download(FILE)),
      },
      rounds,
    );
    bench.progress.say('files: the memory for 500 MB');
    const growth: Row[] = [];
    for (const direction of ['upload', 'download'] as const) {
      growth.push({
        scenario: `memory of the ${direction} of 500 MB`,
        ours: await growthInMib(parley, () => ours[direction](LARGE_FILE)),
        floor: await growthInMib(floor, () => bare[direction](LARGE_FILE)),
        unit: 'MiB',
        aim: GROWTH_AIM,
      });
    }
    return [row('upload of 100 MB', uploads), row('download of 100 MB', downloads), ...growth];
  },
};

function row(scenario: string, times: { ours: number[]; floor: number[] }): Row {
  return {
    scenario,
    ours: median(times.ours),
    floor: median(times.floor),
    unit: 'ms',
    aim: atMost(1.5),
  };
}

function storageVariables(): Record<string, string> {
  const variables = Object.entries(process.env).filter(([name]) => name.startsWith('S3_'));
  return Object.fromEntries(variables) as Record<string, string>;
}

interface FileRequest {
  method?: 'POST';
  path: string;
  headers?: Record<string, string | number>;
}

/** Uploads files and downloads the newest one. */
class FileClient {
  private url = '';

  constructor(
    private readonly server: MeasuredProcess,
    private readonly path: string,
    private readonly authorization: string,
  ) {}

  async upload(bytes: number): Promise<void> {
    const response = await this.respondTo(
      {
        method: 'POST',
        path: this.path,
        headers: {
          'Content-Type': `multipart/form-data; boundary=${EDGE}`,
          'Content-Length': HEAD.length + bytes + TAIL.length,
        },
      },
      Readable.from(formWith(bytes)),
    );
    const chunks: Buffer[] = [];
    for await (const chunk of response as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    if (response.statusCode !== 200) throw new Error(body);
    this.url = (JSON.parse(body) as { url: string }).url;
  }

  async download(bytes: number): Promise<void> {
    const response = await this.respondTo({ path: this.url });
    let received = 0;
    for await (const chunk of response as AsyncIterable<Buffer>) received += chunk.length;
    if (received < bytes) throw new Error(`The file has ${received} instead of ${bytes} bytes`);
  }

  private async respondTo(
    { headers, ...options }: FileRequest,
    body?: Readable,
  ): Promise<IncomingMessage> {
    const { port } = this.server;
    const sending = request({
      ...options,
      host: '127.0.0.1',
      port,
      headers: { ...headers, Authorization: this.authorization },
    });
    const response = new Promise<IncomingMessage>((resolve, reject) => {
      sending.on('response', resolve).on('error', reject);
    });
    if (body) await pipeline(body, sending);
    else sending.end();
    return response;
  }
}

function* formWith(bytes: number): Generator<Buffer> {
  yield Buffer.from(HEAD);
  for (let left = bytes; left > 0; left -= CHUNK.length) yield CHUNK.subarray(0, left);
  yield Buffer.from(TAIL);
}

/** The difference between the largest resident memory during the work and that before it. */
async function growthInMib(server: MeasuredProcess, work: () => Promise<void>): Promise<number> {
  const before = (await server.usage()).rss;
  let largest = before;
  const working = new AbortController();
  const sampling = sample(working.signal, async () => {
    largest = Math.max(largest, (await server.usage(false)).rss);
  });
  try {
    await work();
  } finally {
    working.abort();
    await sampling;
  }
  return (largest - before) / MEBIBYTE;
}

async function sample(signal: AbortSignal, measure: () => Promise<void>): Promise<void> {
  while (!signal.aborted) {
    await measure();
    await sleep(SAMPLE_MS);
  }
}
