// Loads the contract of the API: the YAML files under api/openapi, as one document. Parsing them takes more
// than a second, so the build writes a bundle. The server serves it, and the tests validate responses
// against it unless a file is newer.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { bundle, type ContractPart, type ContractRoot } from './bundle.js';
import type { OpenApiDocument } from './openapi-document.js';

/** Written by api/bundle.js; code that runs from src/ has none beside it. */
const BUNDLE = new URL('openapi.json', import.meta.url);
const BUILT = 'dist/platform/http/openapi/openapi.json';

let loaded: OpenApiDocument | undefined;

/** The document as JSON text. */
export function openApiJson(): string {
  if (existsSync(BUNDLE)) return readFileSync(BUNDLE, 'utf8');
  return JSON.stringify(loadOpenApiDocument());
}

export function loadOpenApiDocument(): OpenApiDocument {
  loaded ??= readBundle() ?? readOpenApiFiles();
  return loaded;
}

/** Returns undefined when there is no bundle or a file of the contract is newer. */
function readBundle(): OpenApiDocument | undefined {
  const directory = contractDirectory();
  const built = join(directory, '..', BUILT);
  if (!existsSync(built)) return undefined;
  const builtAt = statSync(built).mtimeMs;
  const files = readdirSync(join(directory, 'openapi'), { recursive: true, encoding: 'utf8' });
  const isOutdated = files.some(
    (file) => statSync(join(directory, 'openapi', file)).mtimeMs > builtAt,
  );
  return isOutdated ? undefined : (JSON.parse(readFileSync(built, 'utf8')) as OpenApiDocument);
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

export function readOpenApiFiles(): OpenApiDocument {
  const directory = join(contractDirectory(), 'openapi');
  const root = readYaml(directory, 'openapi.yaml') as ContractRoot;
  const parts = root['x-files'].map((file) => ({
    file,
    part: readYaml(directory, file) as ContractPart,
  }));
  return bundle(root, parts);
}

function readYaml(directory: string, file: string): unknown {
  return parse(readFileSync(join(directory, file), 'utf8'), { merge: true });
}
