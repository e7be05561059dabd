// Part of the build: bundles the contract beside the compiled server, which serves the result.
import { writeFileSync } from 'node:fs';
import { readOpenApiFiles } from '#platform/http/openapi/openapi-loader.js';

const file = new URL('../dist/platform/http/openapi/openapi.json', import.meta.url);
writeFileSync(file, JSON.stringify(readOpenApiFiles()));
