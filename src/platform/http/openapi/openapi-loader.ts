// Loads the contract of the API. The YAML files under api/openapi are read and bundled once per process;
// the server serves the result, and the tests validate every response against it.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { bundle, type ContractPart, type ContractRoot } from './bundle.js';
import type { OpenApiDocument } from './openapi-document.js';

let loaded: OpenApiDocument | undefined;

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
