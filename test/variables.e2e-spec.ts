// The variables that the code reads, those in docs/operating.md, and those that containers get, are the same.
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { VARIABLES } from '#config/environment.js';

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

interface Service {
  env_file?: { path: string; required: boolean }[];
  environment?: Record<string, unknown>;
  image?: string;
}

const compose = parse(read('docker/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const services = Object.values(compose.services).filter(({ image }) => image === 'parley');
/** Set by compose.yaml, because they name its containers. */
const OF_COMPOSE = ['DATABASE_URL', 'DATA_DIR', 'HOST', 'PORT', 'REDIS_URL', 'SECRET_KEY'];
const NOT_OF_PARLEY = 'POSTGRES_PASSWORD';

describe('the environment variables', () => {
  it('are all in the documentation, and no others', () => {
    const names = [
      ...read('docs/operating.md').matchAll(/^\| (`[A-Z][A-Z0-9_]+`(?:, `[A-Z0-9_]+`)*) \|/gm),
    ]
      .flatMap(([, cell]) => cell!.split(', '))
      .map((name) => name.replaceAll('`', ''));
    expect(names.toSorted()).toEqual([...VARIABLES].toSorted());
  });

  it('reach every container', () => {
    expect(services.length).toBe(3);
    for (const { env_file: files, environment = {} } of services) {
      expect(files).toEqual([{ path: '.env', required: false }]);
      const names = Object.keys(environment);
      expect(names.filter((name) => name !== 'WORKER_PORT').toSorted()).toEqual(OF_COMPOSE);
      expect(names.filter((name) => !VARIABLES.includes(name))).toEqual([]);
    }
  });

  it('are in the example of docker/.env, unless compose.yaml sets them', () => {
    const names = [...read('docker/.env.example').matchAll(/^(?:# )?([A-Z][A-Z0-9_]+)=/gm)]
      .map(([, name]) => name!)
      .filter((name) => name !== NOT_OF_PARLEY);
    const set = new Set([...OF_COMPOSE.filter((name) => name !== 'SECRET_KEY'), 'WORKER_PORT']);
    const expected = VARIABLES.filter((name) => !set.has(name));
    expect(names.toSorted()).toEqual(expected.toSorted());
  });
});
