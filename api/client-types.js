// Writes the types of the client library from the contract: events, the registered state, and what
// they consist of. With --check, fails when they are not those of the present contract.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTs, { astToString } from 'openapi-typescript';
import { loadOpenApiDocument } from '#platform/http/openapi/openapi-loader.js';

const FILE = fileURLToPath(new URL('../client/src/api-types.ts', import.meta.url));
const ROOTS = ['Event', 'RegisterResponse', 'User', 'Message'];
const REFERENCE = '#/components/schemas/';
const HEAD = `// Generated from api/openapi by \`npm run generate\`.\n\n`;

const document = loadOpenApiDocument();
const all = document.components.schemas;

/** With everything that they refer to, in the order of the contract. */
function schemasFrom(roots) {
  const wanted = new Set();
  const add = (name) => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const [, reference] of JSON.stringify(all[name]).matchAll(
      /"#\/components\/schemas\/(\w+)/g,
    ))
      add(reference);
  };
  roots.filter((name) => name in all).forEach(add);
  return Object.fromEntries(Object.entries(all).filter(([name]) => wanted.has(name)));
}

/** Who fetches everything has every field that depends on what is fetched. */
function completeState(schemas) {
  const parts = schemas.RegisterResponse.allOf.map(({ $ref }) => $ref.slice(REFERENCE.length));
  for (const part of parts) {
    const { properties = {}, required = [] } = schemas[part];
    const fetched = Object.keys(properties).filter((name) => 'x-fetched-with' in properties[name]);
    schemas[part] = { ...schemas[part], required: [...new Set([...required, ...fetched])] };
  }
}

const schemas = schemasFrom(ROOTS);
completeState(schemas);
const types = await openapiTs(
  { openapi: '3.1.0', info: { title: 'types', version: '0' }, paths: {}, components: { schemas } },
  { alphabetize: false, silent: true },
);
// Operations are not among the types; the rest would be empty.
const text = HEAD + astToString(types.filter(({ name }) => name?.text === 'components'));

if (!process.argv.includes('--check')) {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  process.stderr.write('client/src/api-types.ts is not what api/openapi says: npm run generate\n');
  process.exitCode = 1;
}
