// The address on which an API process listens.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '#config/config.js';
import { StartupError } from '#platform/startup-error.js';

/** Checked before the database is created, so that a long first start does not fail at its end. */
export async function checkAddress(config: Config): Promise<void> {
  const probe = createServer();
  try {
    probe.listen(config.port, config.host);
    await once(probe, 'listening');
  } catch (error) {
    throw new StartupError(listenProblem(error, config));
  } finally {
    probe.close();
  }
}

/** Explains an error of listening to the operator. */
export function listenProblem(
  error: unknown,
  { variable = 'PORT', host, port }: { variable?: string; host: string; port: number },
): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is used by another program. Set ${variable} to a free port.`;
    case 'EACCES':
      return `Port ${port} requires privileges. Set ${variable} to 1024 or above.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine.`;
    default:
      return message;
  }
}

/** The external URL, or, when PORT is 0, the URL with the port that the system assigned. */
export function readyAddress(address: { port: number } | string | null, config: Config): string {
  if (config.port !== 0 || address === null || typeof address === 'string') {
    return config.externalUrl.origin;
  }
  return `http://localhost:${address.port}`;
}

/** Names the address on which this process listens when the external URL has another port. */
export function listeningOn(address: string, { host, port }: Config): string {
  const { port: shown } = new URL(address);
  return port === 0 || shown === `${port}` ? '' : `, listening on ${host}:${port}`;
}
