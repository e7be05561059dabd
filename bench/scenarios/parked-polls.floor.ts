// Holds the response of every request to /park, and answers all other requests.
import type { ServerResponse } from 'node:http';
import { serveFloor } from '../processes/serve-floor.js';

const parked = new Set<ServerResponse>();

serveFloor((request, response) => {
  if (request.url === '/park') parked.add(response);
  else response.end('{}');
});
