// Loads the contract of the API. The YAML files under api/openapi are read and bundled once per process.
// Parsing them takes more than a second: the build writes the bundle, which the server serves, and the tests
// validate every response against the files.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { bundle, type ContractPart, type ContractRoot } from './bundle.js';
import type { OpenApiDocument } from './openapi-document.js';

/** Written by api/bundle.js; code that runs from src/ has none. */
const BUNDLE = new URL('openapi.json', import.meta.url);

let loaded: OpenApiDocument | undefined;

/** The document as JSON text. */
export function openApiJson(): string {
  if (existsSync(BUNDLE)) return readFileSync(BUNDLE, 'utf8');
  return JSON.stringify(loadOpenApiDocument());
}

export function loadOpenApiDocument(): OpenApiDocument {
  loaded ??= readDocument(join(contractDirectory(), 'openapi'));
  return loaded;
}

/** The folder api/ of the package, whether this file runs from src/ or from dist/. */
export function contractDirectory(): string {
  let directory = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(directory, 'package.json'))) {
    const parent = dirname(directory);
    if (parent === directory) throw new Error('There is no package.json above the program');
    directory = parent;
  }
  return join(directory, 'api');
}

function readDocument(directory: string): OpenApiDocument {
  const root = readYaml(directory, 'openapi.yaml') as ContractRoot;
  const parts = root['x-files'].map((file) => ({
    file,
    part: readYaml(directory, file) as ContractPart,
  }));
  return bundle(root, parts);
}

function readYaml(directory: string, file: string): unknown {
  return parse(readFileSync(join(directory, file), 'utf8'));
}
