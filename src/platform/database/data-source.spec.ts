import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { pino } from 'pino';
import { DataSource } from 'typeorm';
import { StartupError } from '#platform/startup-error.js';
import { openDataSource } from './data-source.js';

afterEach(() => {
  jest.restoreAllMocks();
});

/** Opens a connection to a server with this version and encoding. */
function open(version: string, encoding = 'UTF8'): Promise<DataSource> {
  jest.spyOn(DataSource.prototype, 'initialize').mockReturnThis();
  jest.spyOn(DataSource.prototype, 'query').mockResolvedValue([{ version, encoding }]);
  return openDataSource(
    { url: 'postgresql://localhost/sample' },
    { poolSize: 3, logger: pino({ level: 'silent' }), applicationName: 'sample' },
  );
}

describe('openDataSource', () => {
  it('rejects a server that is too old, and closes its connections', async () => {
    const destroy = jest.spyOn(DataSource.prototype, 'destroy').mockResolvedValue();
    const refusal = await open('130018').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(StartupError);
    expect((refusal as StartupError).message).toBe(
      'The database is PostgreSQL 13. Parley needs 14 or newer.',
    );
    expect(destroy).toHaveBeenCalledTimes(1);
  });

  it('rejects a database that cannot store Unicode', async () => {
    jest.spyOn(DataSource.prototype, 'destroy').mockResolvedValue();
    await expect(open('180004', 'SQL_ASCII')).rejects.toThrow(
      'encoding of the database is SQL_ASCII',
    );
  });

  it.each(['140000', '180004'])('accepts version %s', async (version) => {
    await expect(open(version)).resolves.toBeInstanceOf(DataSource);
  });
});
