// The server of a floor as a separate process: node:http and nothing else.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export function serveFloor(listener: RequestListener): void {
  const server = createServer({ keepAliveTimeout: 75_000 }, listener);
  server.listen({ port: 0, host: '127.0.0.1' }, () => {
    process.send?.({ port: (server.address() as AddressInfo).port });
  });
}
