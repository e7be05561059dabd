// The time for the thumbnails of 200 photographs, each of 12 million pixels, in one worker.
// Floor: sharp with the same options in one process, as many images at a time as there are processors, from
// files to files.
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import sharp, { type Sharp } from 'sharp';
import { timed } from '../measure/rounds.js';
import { median } from '../measure/statistics.js';
import { startApi } from '../processes/api.js';
import { atMost, type Scenario } from '../scenario.js';

/** The photographs are uploaded in turn. */
const DIFFERENT = 4;
/** Images before the measurement, during which the worker starts its image processes. */
const WARM_UP = 8;

export const thumbnails: Scenario = {
  name: 'thumbnails',
  async run(bench) {
    const count = bench.quick ? 40 : 200;
    const directory = await bench.emptyDirectory();
    const photographs = await Promise.all(
      Array.from({ length: DIFFERENT }, (_, index) => photograph(directory, index)),
    );
    const environment = { DATA_DIR: directory };
    const { parley, database, data } = await startApi(bench, environment);
    const [client] = await database.clients(1);
    const ours: number[] = [];
    const floor: number[] = [];
    let memory = 0;
    for (let round = 0; round < (bench.quick ? 1 : 3); round++) {
      bench.progress.say(`thumbnails: round ${round + 1}`);
      const paths = Array.from(
        { length: count + WARM_UP },
        (_, index) => photographs[index % DIFFERENT]!,
      );
      const bare = paths.slice(WARM_UP);
      floor.push(await timed(() => resizeAll(bare, directory)));
      const before = await ready(client!);
      for (const path of paths) await upload(parley.port, data.reader.authorization, path);
      const worker = await bench.processes.startParley({
        role: 'worker',
        environment: { ...environment, DATABASE_URL: database.url, WORKER_QUEUES: 'thumbnails' },
      });
      const begun = await untilReady(client!, before + WARM_UP);
      ours.push((await untilReady(client!, before + count + WARM_UP)) - begun);
      memory = await worker.memoryInMb();
      await worker.stop();
    }
    return [
      {
        scenario: `thumbnails of ${count} photographs`,
        ours: median(ours) / 1000,
        floor: median(floor) / 1000,
        unit: 's',
        aim: atMost(1.2),
        memory,
      },
    ];
  },
};

/** Writes an image with soft shapes and some noise, as cameras make them. Returns its path. */
async function photograph(directory: string, index: number): Promise<string> {
  const path = join(directory, `photograph-${index}.jpg`);
  const noise = (width: number, height: number, sigma: number): Sharp =>
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: 'gray',
        noise: { type: 'gaussian', mean: 128, sigma },
      },
    });
  const shapes = await noise(40, 30, 60).resize(4000, 3000, { fit: 'fill' }).png().toBuffer();
  const grain = await noise(4000, 3000, 12).png({ compressionLevel: 1 }).toBuffer();
  await sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 85 })
    .toFile(path);
  return path;
}

/** The bare work. */
async function resizeAll(paths: string[], directory: string): Promise<void> {
  sharp.concurrency(1);
  sharp.cache(false);
  const left = [...paths.entries()];
  const work = async (): Promise<void> => {
    for (let next = left.pop(); next; next = left.pop()) {
      const [index, path] = next;
      await sharp(path, { failOn: 'none' })
        .autoOrient()
        .resize({ width: 840, height: 560, fit: 'inside', withoutEnlargement: true })
        .webp()
        .toFile(join(directory, `thumbnail-${index}.webp`));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function upload(port: number, authorization: string, path: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([await readFile(path)], { type: 'image/jpeg' }), 'photograph.jpg');
  const { ok, status } = await fetch(`http://127.0.0.1:${port}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { Authorization: authorization },
    body,
  });
  if (!ok) throw new Error(`An upload was answered with ${status}`);
}

async function ready(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM images WHERE state = 'ready'`,
  );
  return rows[0]!.count;
}

/** Returns the time at which this number is reached. */
async function untilReady(client: pg.Client, count: number): Promise<number> {
  while ((await ready(client)) < count) await sleep(10);
  return performance.now();
}
